/** Prints a condition that holds; throws if it does not, which ends the check. */
export function verify(what: string, holds: boolean, detail = ''): void {
  if (!holds) throw new Error(`does not hold: ${what}${detail === '' ? '' : `\n${detail}`}`);
  console.log(`ok  ${what}`);
}
