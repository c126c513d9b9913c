/** Repeats a check until it succeeds. @throws Error if it does not within the given time */
export async function eventually(check: () => Promise<boolean>, milliseconds: number): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`did not come true within ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
