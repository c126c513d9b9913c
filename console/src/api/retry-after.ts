/** The seconds after which an answer wants to be asked for again (RFC 9110, Retry-After); undefined where it says none. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? seconds : undefined;
}
