// The command line of `npm test`.
import { parseArgs } from 'node:util';
import { vscodeVersions } from './codeServer.mjs';
import { ScriptError } from './terminal.mjs';

export const projects = ['unit', 'conformance', 'webview', 'e2e'];

export const help = `Usage: npm test -- [OPTIONS]

  --only LIST        run these kinds of tests (${projects.join(',')}) and none of the static checks
  --quick            types, lint of the files that git calls changed, and the unit tests that take little time
  --repeat N FILE…   run these files N times, whatever fails, and count
  --shuffle          run files, and the tests in each, in an order of chance, and name its seed
  --seed N           the order of an earlier --shuffle
  --vscode VERSION   run the end-to-end tests in this VS Code (${Object.keys(vscodeVersions).join(' or ')})
  --busy             run beside two processes that keep two processors busy`;

const options = {
  only: { type: 'string' },
  quick: { type: 'boolean', default: false },
  repeat: { type: 'string' },
  shuffle: { type: 'boolean', default: false },
  seed: { type: 'string' },
  vscode: { type: 'string' },
  busy: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

function wholeNumber(name, text) {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`--${name} takes a number from 1 on, not "${text}".`);
}

function read(args) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { quick, busy, vscode, help } = values;
  if (vscode !== undefined && !Object.hasOwn(vscodeVersions, vscode))
    throw new Error(`There is no VS Code "${vscode}".`);
  const only = values.only?.split(',');
  const unknown = only?.filter((name) => !projects.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`There are no "${unknown.join(', ')}" tests.`);
  const repeat = wholeNumber('repeat', values.repeat);
  if (repeat === undefined && positionals.length > 0) throw new Error('Files go with --repeat.');
  if (repeat !== undefined && positionals.length === 0) throw new Error('--repeat takes the files to run.');
  const chosen = [values.quick && '--quick', only && '--only', repeat && '--repeat'].filter(Boolean);
  if (chosen.length > 1) throw new Error(`${chosen.join(' and ')} do not go together.`);
  const seed = wholeNumber('seed', values.seed) ?? (values.shuffle ? (Date.now() % 1_000_000) + 1 : undefined);
  const inVsCode = vscode !== undefined && chosen.length === 0 ? ['e2e'] : undefined;
  return { only: only ?? inVsCode, quick, repeat, files: positionals, seed, vscode, busy, help };
}

/** @returns the options, or an error with the help */
export function readTestOptions(args = process.argv.slice(2)) {
  try {
    return read(args);
  } catch (error) {
    throw new ScriptError(`${error.message}\n\n${help}`);
  }
}
