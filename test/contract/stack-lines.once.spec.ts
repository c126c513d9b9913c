import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Is not there when the tests run, so that compiled lines have other numbers than these. */
interface Failure {
  message: string;
  stack?: string;
}

describe('the stack of a failure in a test', () => {
  it('names the line of the source', () => {
    const failure: Failure = new Error('looked for below');
    const line = Number(/stack-lines\.once\.spec\.ts:(\d+)/.exec(failure.stack ?? '')?.[1]);
    const source = readFileSync(fileURLToPath(import.meta.url), 'utf8').split('\n');
    expect(source[line - 1]).toContain(`new Error('${failure.message}')`);
  });
});
