/** One line for a problem that an operator can fix; the stack for any other. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return typeof (error as { code?: unknown }).code === 'string' ? error.message : (error.stack ?? error.message);
}
