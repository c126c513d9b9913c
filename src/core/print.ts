/** Prints a line for the person who starts the service. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
