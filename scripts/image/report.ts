/** Prints what holds; what does not hold ends the check. */
export function verify(what: string, holds: boolean, detail = ''): void {
  if (!holds) throw new Error(`does not hold: ${what}${detail === '' ? '' : `\n${detail}`}`);
  console.log(`ok  ${what}`);
}
