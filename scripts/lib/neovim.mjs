// A Neovim for the test that drives the language server from one.
import { installWithApt } from './apt.mjs';
import { run } from './terminal.mjs';

/** The oldest that the documentation names. */
const oldest = 7;

async function version() {
  try {
    const { output } = await run('nvim', ['--version']);
    const minor = Number(/^NVIM v0\.(\d+)/u.exec(output)?.[1]);
    return minor >= oldest ? minor : undefined;
  } catch {
    return undefined;
  }
}

/** @returns the second number of the version of `nvim`, such as 7 of 0.7.2; it is installed where that is possible */
export async function ensureNeovim() {
  const found = await version();
  if (found !== undefined) return found;
  try {
    await installWithApt('neovim');
  } catch {
    // There is no network, or no such package.
  }
  return await version();
}
