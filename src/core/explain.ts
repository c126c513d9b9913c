/** One line for what an operator can fix; the stack for what they cannot. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return typeof (error as { code?: unknown }).code === 'string' ? error.message : (error.stack ?? error.message);
}
