import { describe, expect, it } from 'vitest';
import { HumanError, type Reason } from '../../../../src/core/base/errors';
import { Undeclared } from '../../../../src/core/mcp/errors/undeclared';
import { ProtocolMemory } from '../../../../src/core/mcp/base/learnedProtocol';
import { FakeClock } from '../../../support/fakeClock';
import { never } from '../support';

/** Returns true when the method counts as missing after this error. */
async function isMissingAfter(reason: Reason, isHttp: boolean): Promise<boolean> {
  const memory = new ProtocolMemory({ learned: undefined, onDidLearn: () => undefined, clock: new FakeClock() });
  const work = () => Promise.reject(new HumanError(reason, 'It failed.'));
  await expect(new Undeclared(memory, isHttp, never).ask('x/y', work)).rejects.toMatchObject({ reason });
  return memory.isMissing('x/y');
}

describe('what was not declared', () => {
  it('is missing where it fails, or the process ends of it', async () => {
    expect(await isMissingAfter('unsupported', true)).toBe(true);
    expect(await isMissingAfter('disconnected', false)).toBe(true);
  });

  it('is not known to be missing where an HTTP session has expired meanwhile', async () => {
    expect(await isMissingAfter('disconnected', true)).toBe(false);
  });
});
