import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Preview } from '../../../src/shared/previewProtocol';
import type { PaneParts } from '../../../webview-ui/base/pane';
import { PreviewPane } from '../../../webview-ui/preview/previewPane';
import { panelStrings } from '../../support/panel/strings';
import { until } from '../../support/events';

const preview: Preview = {
  title: 'Orders',
  summary: 'Text · 5 B',
  readAt: 1_000,
  now: 1_000,
  facts: [],
  parts: [],
  problems: [],
};

/** Returns what a template of lit draws, as far as it is text. */
function drawn(value: unknown): string {
  if (Array.isArray(value)) return value.map(drawn).join('');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const { strings, values = [] } = value as { strings?: readonly string[]; values?: readonly unknown[] };
  return (strings ?? []).map((text, index) => text + drawn(values[index])).join('');
}

function newPane(
  answers: { isListed: boolean; permission?: string },
  read: Promise<Preview> = Promise.resolve(preview),
) {
  const announced: string[] = [];
  const asked: string[] = [];
  vi.stubGlobal('document', { activeElement: null, documentElement: { lang: 'en' } });
  const ask = (method: string): Promise<unknown> => {
    asked.push(method);
    return method === 'preview'
      ? read
      : Promise.resolve(answers.isListed ? { permission: answers.permission } : undefined);
  };
  const parts = {
    ask,
    after: () => () => undefined,
    strings: panelStrings,
    formatNumber: String,
    invalidate: () => undefined,
    announce: (text: string) => announced.push(text),
    act: () => undefined,
    close: () => undefined,
  } as unknown as PaneParts;
  const pane = new PreviewPane(parts, { id: 1, title: 'Orders' });
  return { pane, announced, asked, text: () => drawn(pane.content()) };
}

afterEach(() => void vi.unstubAllGlobals());

describe('the preview of a resource that is removed', () => {
  const { gone } = panelStrings.content;

  it('offers no action and tells no age any more, at once, and is announced', async () => {
    const answers = { isListed: true };
    const { pane, announced, asked, text } = newPane(answers);
    await until(() => text().includes('read just now'));
    pane.refresh();
    await Promise.resolve();
    expect([text().includes(panelStrings.attach), text().includes(gone)]).toEqual([true, false]);
    answers.isListed = false;
    pane.refresh();
    await until(() => announced.includes(gone));
    expect([text().includes(gone), /read just now|<button/u.test(text())]).toEqual([true, false]);
    pane.refresh();
    expect(asked).toEqual(['preview', 'standing', 'standing']);
    pane.dispose();
  });

  it('does not wait for a read that is under way', async () => {
    let arrive = (_: Preview): void => undefined;
    const late = new Promise<Preview>((resolve) => (arrive = resolve));
    const { pane, announced, text } = newPane({ isListed: false }, late);
    pane.refresh();
    await until(() => announced.includes(gone));
    arrive(preview);
    await late;
    await Promise.resolve();
    expect([text().includes(gone), announced]).toEqual([true, [gone]]);
  });
});

it('the preview of a skill is made anew when its permission is another', async () => {
  const facts = [['Permission', 'not allowed yet']] as const;
  const answers = { isListed: true, permission: 'not allowed yet' };
  const { pane, asked, text } = newPane(answers, Promise.resolve({ ...preview, facts }));
  await until(() => text().includes('read just now'));
  pane.refresh();
  await Promise.resolve();
  expect(asked).toEqual(['preview', 'standing']);
  answers.permission = 'allowed';
  pane.refresh();
  await until(() => asked.length === 4);
  expect(asked).toEqual(['preview', 'standing', 'standing', 'preview']);
  await until(() => text().includes('read just now'));
  pane.dispose();
});
