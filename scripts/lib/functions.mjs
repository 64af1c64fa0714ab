// The functions of a file of TypeScript, by the compiler's tree.
import { codeLines } from './codeLines.mjs';

/** Returns each function with a body: its name, and its lines of code from its first word to its last brace. */
export async function functionsOf({ name: file, text }) {
  const { default: ts } = await import('typescript');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const lines = codeLines(text.slice(node.getStart(source), node.end));
      found.push({ name: `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
