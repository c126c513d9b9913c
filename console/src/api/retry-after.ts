/** The seconds after which a response asks to be retried (RFC 9110, Retry-After); undefined if it gives none. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? seconds : undefined;
}
