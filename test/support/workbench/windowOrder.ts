// The order of end-to-end files: those that ask for the same kind of window come one after the other, because opening one takes longer than most tests.
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification, type Vite } from 'vitest/node';
import { ownOptions } from './workbenchFolder.js';

/**
 * Kinds of window in their order, by the text of a file. An own window closes the one that an earlier file has left, so these files come first. Other
 * models close the window with Copilot Chat, so they come after the files that share it. A VS Code of its own closes no window.
 */
const kinds: readonly RegExp[] = [
  new RegExp(String.raw`\b(${ownOptions.join('|')}):`),
  /\bCopilotChat\b(?![^]*\{ models \})/,
  /\bCopilotChat\b/,
];

/** Returns the place of a file's kind of window in the order, from 0 to 3, which is the usual window. */
export function kindOfWindow(file: string): number {
  const text = readFileSync(file, 'utf8');
  const kind = kinds.findIndex((one) => one.test(text));
  return kind === -1 ? kinds.length : kind;
}

/** A worker takes the next file whenever it is free. Within a kind, and for other projects, Vitest's order stays: files that took long come first. */
class ByWindow extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const inVsCode = sorted.filter(({ project }) => project.name === 'e2e');
    const kind = new Map(inVsCode.map((file) => [file, kindOfWindow(file.moduleId)]));
    inVsCode.sort((one, other) => (kind.get(one) ?? 0) - (kind.get(other) ?? 0));
    return sorted.map((file) => (kind.has(file) ? (inVsCode.shift() ?? file) : file));
  }
}

/** Sets the order of the whole run, as a project has none of its own. A run that shuffles files keeps the one that Vitest chose for that. */
export const windowOrder: Vite.Plugin = {
  name: 'window-order',
  configureVitest({ vitest: { config } }) {
    if (config.sequence.sequencer === BaseSequencer) config.sequence.sequencer = ByWindow;
  },
};
