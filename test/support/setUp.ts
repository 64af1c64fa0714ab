import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { cleanUp } from './cleanUp';
import { LeakCheck } from './leaks';
import { fakeVscode } from './vscode/fakeVscode';

// Lit announces its development build once to every process.
Object.assign(globalThis, { litIssuedWarnings: new Set(['dev-mode']) });

// Nothing that the user of this machine has configured: there is no such folder.
for (const name of ['HOME', 'USERPROFILE']) process.env[name] = path.join(os.tmpdir(), 'no-home-of-tests');
delete process.env['COPILOT_HOME'];
delete process.env['XDG_CONFIG_HOME'];
delete process.env['APPDATA'];

let leaks: LeakCheck | undefined;

beforeAll(() => {
  leaks = new LeakCheck();
});
beforeEach(() => fakeVscode.reset());
afterEach(cleanUp);
afterEach(() => expect(fakeVscode.takeFaults()).toEqual([]));
// Registered first, so it runs after the clean-up of the file.
afterAll(async () => {
  const left = (await leaks?.finish()) ?? [];
  if (left.length > 0) throw new Error(`Left behind by this file:\n${left.join('\n')}`);
});
