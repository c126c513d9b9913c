import { join } from 'node:path';
import type ts from 'typescript';
import type { PlannedFile } from '../plan/plan.js';
import type { Problem } from './compiler.js';

/** The problems of a file in a program, in their order. */
export function problemsIn(typescript: typeof ts, program: ts.Program, root: string, { path }: PlannedFile): Problem[] {
  const source = program.getSourceFile(join(root, path));
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((found) => {
    // Problems in a page are reported at its own lines, not at those of its compiled code.
    const { line, character } = (found.file ?? source)?.getLineAndCharacterOfPosition(found.start ?? 0) ?? {
      line: 0,
      character: 0,
    };
    const text = typescript.flattenDiagnosticMessageText(found.messageText, ' ');
    return { path, text, message: `${path}:${line + 1}:${character + 1}: ${text}` };
  });
}
