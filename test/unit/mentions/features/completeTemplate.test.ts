import { CancellationTokenSource, LSPErrorCodes, type ResponseError } from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import { allVisible } from '../../../support/allVisible';
import { FakeClock } from '../../../support/fakeClock';
import { scripted, until } from '../../mcp/support';
import { answering, completeAt, newEditor, received, written } from '../completionFixtures';
import { newLanguage } from '../server/wire';

const template = { uriTemplate: 'ticket://{queue}/{id}{?page}', name: 'ticket', title: 'A ticket' };
const resourceTemplates = [template, { uriTemplate: 'broken://{id', name: 'broken' }];
const resources = [{ uri: 'ticket://support/2', name: 'two', title: 'The second' }];
const values = { completion: { values: ['support', 'a b', '2', '', 'support'] } };
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

const launches = {
  '2025-11-25': answering(resources, resourceTemplates, { 'completion/complete': { result: values } }),
  '2026-07-28': scripted({
    scenario: 'modern',
    capabilities: { resources: {}, completions: {} },
    answers: {
      'resources/list': { result: { ...complete, resources } },
      'resources/templates/list': { result: { ...complete, resourceTemplates } },
      'completion/complete': { result: { ...complete, ...values } },
    },
  }),
};

async function started(launch: ReturnType<typeof answering>, ...fields: [Parameters<typeof newLanguage>[1]?]) {
  // Values may take half a second, which never ends by itself on this clock.
  const clock = new FakeClock();
  const language = await newLanguage({ tickets: launch }, { clock, ...fields[0] }, newEditor);
  await language.world.start(template.uriTemplate);
  return language;
}

describe.each(Object.entries(launches))('in revision %s', (revision, launch) => {
  it('completes the variables of a template one after the other', async () => {
    const language = await started(launch);
    expect(language.world.connections.all[0]?.state).toMatchObject({ kind: 'ready', info: { revision } });
    expect(await written(language, '@tickets:ti|')).toEqual(['@tickets:ticket://', '@tickets:ticket://support/2']);
    expect(await written(language, '@tickets:ticket://su|')).toEqual([
      '@tickets:ticket://support/2',
      '@tickets:ticket://support/',
      '@tickets:ticket://a%20b/',
      '@tickets:ticket://2/',
    ]);
    expect(await written(language, '@tickets:ticket://a%20b/|')).toEqual([
      '@tickets:ticket://a%20b/support',
      '@tickets:ticket://a%20b/a%20b',
      '@tickets:ticket://a%20b/2',
    ]);
    const asked = await received(language, 'tickets', 'completion/complete');
    const ref = { type: 'ref/resource', uri: template.uriTemplate };
    expect(asked).toMatchObject([
      { ref, argument: { name: 'queue', value: 'su' } },
      { ref, argument: { name: 'id', value: '' }, context: { arguments: { queue: 'a b' } } },
    ]);
  });
});

describe('values of a template', () => {
  it('are not offered where it is hidden', async () => {
    const language = await started(launches['2025-11-25'], {
      visibility: { ...allVisible, isTemplateVisible: () => false },
    });
    expect(await written(language, '@tickets:ticket://su|')).toEqual(['@tickets:ticket://support/2']);
  });

  const launch = launches['2025-11-25'];

  it('lead to the next variable while there is one', async () => {
    const language = await started(launch);
    const commands = async (text: string) =>
      ((await completeAt(language, text))?.items ?? []).map(({ label, kind, detail, command }) => [
        label,
        kind,
        detail,
        command?.command,
      ]);
    const again = 'editor.action.triggerSuggest';
    expect(await commands('@tickets:ticket:|')).toEqual([
      ['A ticket', 18, 'ticket://{queue}/{id}{?page}', again],
      ['The second', 17, 'ticket://support/2', undefined],
    ]);
    expect((await commands('@tickets:ticket://|')).slice(1, 3)).toEqual([
      ['support', 12, 'ticket://support/', again],
      ['a b', 12, 'ticket://a%20b/', again],
    ]);
    expect((await commands('@tickets:ticket://x/|'))[2]).toEqual(['2', 12, 'ticket://x/2', undefined]);
  });

  it('leave room for what is listed, however many there are', async () => {
    const many = { completion: { values: Array.from({ length: 100 }, (_, index) => `v${index}`) } };
    const language = await started(
      answering(resources, resourceTemplates, { 'completion/complete': { result: many } }),
    );
    const { items = [] } = (await completeAt(language, '@tickets:ticket://support/|')) ?? {};
    expect([items.length, items[0]?.label]).toEqual([51, 'The second']);
  });

  it('have their place behind what is listed, however much that is', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ uri: `ticket://support/x${index}`, name: `x${index}` }));
    const language = await started(answering(many, resourceTemplates, { 'completion/complete': { result: values } }));
    const { items = [] } = (await completeAt(language, '@tickets:ticket://support/|')) ?? {};
    expect([items.length, items.slice(-3).map(({ label }) => label)]).toEqual([100, ['support', 'a b', '2']]);
  });

  it('are not promised where the server completes nothing', async () => {
    const language = await started(answering(resources, resourceTemplates, {}, { resources: {} }));
    const { items = [] } = (await completeAt(language, '@tickets:ticket:|')) ?? {};
    expect(items.map(({ label, command }) => [label, command])).toEqual([
      ['A ticket', undefined],
      ['The second', undefined],
    ]);
  });

  it('that a list has as well are offered as what is listed', async () => {
    const language = await started(launch);
    const { items = [] } = (await completeAt(language, '@tickets:ticket://support/|')) ?? {};
    expect(items.map(({ label }) => label)).toEqual(['The second', 'support', 'a b']);
  });

  it('stay in the brackets that a user opened, which close with the last one', async () => {
    const language = await started(launch);
    const [, first] = await written(language, '@tickets:<ticket://su|');
    const [, second] = await written(language, '@tickets:<ticket://support/|');
    expect([first, second]).toEqual(['@tickets:<ticket://support/', '@tickets:<ticket://support/support>']);
  });
});

describe('a server that does not complete', () => {
  it('holds up no list for longer than half a second, and the log has it once', async () => {
    const clock = new FakeClock();
    const slow = answering(resources, resourceTemplates, { 'completion/complete': { none: true } });
    const language = await started(slow, { clock });
    for (const round of [1, 2]) {
      const answer = completeAt(language, '@tickets:ticket://support/|');
      await until(async () => (await received(language, 'tickets', 'completion/complete')).length === round);
      await until(() => clock.pending.includes(500));
      await clock.advance(499);
      // It still waits after a whole round trip.
      expect(await Promise.race([answer, received(language, 'tickets', 'nothing')])).toEqual([]);
      await clock.advance(1);
      expect((await answer)?.items.map(({ label }) => label)).toEqual(['The second']);
    }
    expect(language.logged.warnings).toEqual(['Completing the values of a template: takes longer than 500 ms']);
    expect(await received(language, 'tickets', 'notifications/cancelled')).toHaveLength(2);
  });

  it('or fails leaves the list as it is', async () => {
    const error = { code: -32603, message: 'boom' };
    const failing = answering(resources, resourceTemplates, { 'completion/complete': { error } });
    const language = await started(failing);
    for (let round = 0; round < 2; round += 1)
      expect(await written(language, '@tickets:ticket://support/|')).toEqual(['@tickets:ticket://support/2']);
    expect(language.logged.warnings).toEqual([expect.stringContaining('ProtocolError -32603')]);
  });

  it('is cancelled when the editor gives up', async () => {
    const slow = answering(resources, resourceTemplates, { 'completion/complete': { none: true } });
    const language = await started(slow);
    const source = new CancellationTokenSource();
    const answer = completeAt(language, '@tickets:ticket://support/|', { token: source.token }).catch(
      (error: unknown) => (error as ResponseError).code,
    );
    await until(async () => (await received(language, 'tickets', 'completion/complete')).length === 1);
    source.cancel();
    expect(await answer).toBe(LSPErrorCodes.RequestCancelled);
    await until(async () => (await received(language, 'tickets', 'notifications/cancelled')).length === 1);
  });
});
