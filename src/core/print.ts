/** Shows a line to whoever starts the service. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
