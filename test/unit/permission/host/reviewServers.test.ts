import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { TabInputText, Uri, ViewColumn, workspace } from 'vscode';
import type { ResolvedParts } from '../../../../src/core/configuration/launch/resolvedParts';
import { ServerReview } from '../../../../src/host/permission/reviewServers';
import { ShownLaunches } from '../../../../src/host/permission/shownLaunches';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { LaunchDefinition } from '../../../../src/core/configuration/launch/kinds';
import { settle } from '../../../support/fakeClock';
import { newConsent } from '../../../support/newConsent';
import { lensesOf, lensTitles, pressLens, run, shownUris } from '../../../support/reviewLenses';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { define, sha256, stdio } from '../../configuration/fixtures';

const long = { args: ['-e', `${'a'.repeat(100)} evil()`] };

function named(name: string, launch: LaunchDefinition = stdio({ command: name })): ServerDefinition {
  return { ...define(launch), id: `user//${name}`, name };
}

/** A review of these servers. */
function newReview(definitions: readonly ServerDefinition[], resolve: () => ResolvedParts = () => ({})) {
  const launches = own(
    new ShownLaunches(() => ({
      platform: 'linux',
      path: path.posix,
      env: {},
      userHome: '/home/ada',
      workspaceFolders: [],
      getSetting: () => undefined,
      readFileNow: () => undefined,
      sha256,
    })),
  );
  const consent = own(newConsent({ describe: launches.text, resolve }));
  const facts = { prepared: 0 };
  const review = new ServerReview({
    consent,
    definitions: () => definitions,
    waiting: () => definitions.filter((definition) => consent.state(definition) === 'unknown'),
    isShown: () => false,
    launches,
    prepareStart: () => void (facts.prepared += 1),
    log: { ...silent, named: () => silent, show: () => undefined },
  });
  const answers = (): unknown => Object.fromEntries(definitions.map((one) => [one.name, consent.state(one)]));
  const open = async (...ids: readonly string[]): Promise<{ done: Promise<void> }> => {
    const done = review.review(ids.length > 0 ? ids.map((name) => `user//${name}`) : undefined);
    await settle();
    return { done };
  };
  return { consent, launches, review, answers, open, facts };
}

/** The texts of the editors that were opened, the latest last; two for a difference. */
async function readTexts(): Promise<readonly string[]> {
  return Promise.all(shownUris().map(async (uri) => (await workspace.openTextDocument(uri)).getText()));
}

describe('the review of servers', () => {
  it('checks those that are allowed, and no new one', async () => {
    const [shop, wiki, notes] = [named('shop'), named('wiki'), named('notes')];
    const { consent, open, answers } = newReview([shop, wiki, notes]);
    await consent.allow([shop]);
    await consent.decline([notes]);
    const { done } = await open();
    const { selectedItems, items } = fakeVscode.quickPick;
    expect([selectedItems.map(({ label }) => label), items.map(({ description }) => description)]).toEqual([
      ['shop'],
      ['.vscode/mcp.json', '.vscode/mcp.json', '.vscode/mcp.json · not allowed'],
    ]);
    fakeVscode.quickPick.accept();
    await done;
    expect(answers()).toEqual({ shop: 'agreed', wiki: 'unknown', notes: 'declined' });
  });

  it('allows those that are checked; those that are no longer checked are asked about again', async () => {
    const [shop, wiki] = [named('shop'), named('wiki')];
    const { consent, open, answers } = newReview([shop, wiki]);
    await consent.allow([shop]);
    const { done } = await open();
    fakeVscode.quickPick.tick('wiki');
    fakeVscode.quickPick.accept();
    await done;
    expect(answers()).toEqual({ shop: 'unknown', wiki: 'agreed' });
  });

  it('changes nothing when the user leaves', async () => {
    const shop = named('shop');
    const { consent, open, answers } = newReview([shop, named('wiki')]);
    await consent.allow([shop]);
    const { done } = await open();
    fakeVscode.quickPick.tick('wiki');
    fakeVscode.quickPick.leave();
    await done;
    expect(answers()).toEqual({ shop: 'agreed', wiki: 'unknown' });
  });

  it('declines with the button of a row, at once, and keeps what else was checked', async () => {
    const { open, answers } = newReview([named('shop'), named('wiki'), named('notes')]);
    const { done } = await open();
    fakeVscode.quickPick.tick('shop', 'wiki');
    fakeVscode.quickPick.pressOf('wiki', 'Don’t Allow');
    await settle();
    const declined = answers();
    expect(fakeVscode.quickPick.selectedItems.map(({ label }) => label)).toEqual(['shop']);
    fakeVscode.quickPick.accept();
    await done;
    expect([declined, answers()]).toEqual([
      { shop: 'unknown', wiki: 'declined', notes: 'unknown' },
      { shop: 'agreed', wiki: 'declined', notes: 'unknown' },
    ]);
  });

  it('shows names and launches so that they cannot be mistaken', async () => {
    const { open } = newReview([
      named('sh\u202eop $(check)', stdio({ args: ['a\u200bb', '$(trash)'], env: { A: 'b' } })),
    ]);
    const { done } = await open();
    const [{ label, detail } = {}] = fakeVscode.quickPick.items;
    expect([label, detail]).toEqual([
      'sh\\u{202e}op $\u200b(check)',
      "node 'a\\u{200b}b' '$\u200b(trash)' · sets the variable A=b",
    ]);
    fakeVscode.quickPick.leave();
    await done;
  });

  it('hides values that look like secrets until the user shows them, once', async () => {
    const { open } = newReview([named('shop', stdio({ env: { TOKEN: 'abc' } })), named('wiki')]);
    const details = (): unknown => fakeVscode.quickPick.items.map(({ detail }) => detail);
    const first = await open();
    fakeVscode.quickPick.tick('wiki');
    const before = details();
    fakeVscode.quickPick.pressOf('shop', 'Show Hidden Values');
    await settle();
    expect([before, details(), fakeVscode.quickPick.selectedItems.map(({ label }) => label)]).toEqual([
      ['node · sets the variable TOKEN=•••', 'wiki'],
      ['node · sets the variable TOKEN=abc', 'wiki'],
      ['wiki'],
    ]);
    fakeVscode.quickPick.leave();
    await first.done;
    const second = await open();
    expect(details()).toEqual(before);
    fakeVscode.quickPick.leave();
    await second.done;
  });
});

it.each(['Allow', undefined])('says that it ended, with an answer and without: %s', async (answer) => {
  const { open, review } = newReview([named('shop')]);
  const ended: string[] = [];
  own(review.onDidEnd(() => ended.push('ended')));
  const { done } = await open('shop');
  expect(ended).toEqual([]);
  if (answer === undefined) fakeVscode.quickPick.leave();
  else fakeVscode.quickPick.choose(answer);
  await done;
  expect(ended).toEqual(['ended']);
});

describe('a launch that does not fit in its row', () => {
  it.each([
    ['a'.repeat(80), true],
    ['a'.repeat(81), false],
    ['A'.repeat(40), true],
    [`${'A'.repeat(40)}a`, false],
    [`${'文'.repeat(40)}a`, false],
  ])('has more than 80 columns, where letters of two count twice: %s', (command, isFitting) => {
    expect(newReview([]).launches.fitsLine(named('shop', stdio({ command })))).toBe(isFitting);
  });

  it('is read in a document with the answers above it, which no key alone gives', async () => {
    const shop = named('shop', stdio(long));
    const { open, answers } = newReview([shop, named('wiki')]);
    const { done } = await open();
    fakeVscode.quickPick.tick('shop', 'wiki');
    fakeVscode.quickPick.accept();
    await settle();
    // The others do not wait for this answer.
    expect(answers()).toEqual({ shop: 'unknown', wiki: 'agreed' });
    expect(await readTexts()).toEqual([
      `The MCP server “shop” in .vscode/mcp.json runs:\nnode -e '${'a'.repeat(100)} evil()'`,
    ]);
    expect([fakeVscode.editors.shown[0]?.options, await lensTitles()]).toEqual([
      { preview: false, preserveFocus: false },
      ['Allow', 'Don’t Allow'],
    ]);
    await pressLens('Allow');
    await done;
    expect([answers(), await lensTitles()]).toEqual([{ shop: 'agreed', wiki: 'agreed' }, []]);
  });

  it('is declined there', async () => {
    const { open, answers } = newReview([named('shop', stdio(long))]);
    const { done } = await open('shop');
    await pressLens('Don’t Allow');
    await done;
    expect(answers()).toEqual({ shop: 'declined' });
  });

  it('is allowed by a press of a lens alone: by no other extension, and by no lens of an earlier question', async () => {
    const { open, answers } = newReview([named('shop', stdio(long))]);
    const first = await open('shop');
    const [lens = { title: '', command: '' }] = await lensesOf();
    await run(lens, ([hash, answer]) => [hash, answer]);
    await run(lens, ([hash, , proof]) => [hash, 'decline', proof]);
    expect(answers()).toEqual({ shop: 'unknown' });
    const second = await open('shop');
    await first.done;
    await pressLens('Don’t Allow');
    await run(lens);
    await second.done;
    expect(answers()).toEqual({ shop: 'declined' });
  });

  it('is decided later where its text is closed, but not where its tab moves', async () => {
    const { open, answers } = newReview([
      named('shop', stdio(long)),
      named('wiki', stdio({ ...long, command: 'wiki' })),
    ]);
    const { done } = await open();
    fakeVscode.quickPick.tick('shop', 'wiki');
    fakeVscode.quickPick.accept();
    await settle();
    const [uri = Uri.file('')] = shownUris();
    const { editors } = fakeVscode;
    editors.closeTabs(editors.openTab(new TabInputText(Uri.file('/other'))));
    const moved = editors.openTab(new TabInputText(uri));
    const other = editors.openTab(new TabInputText(uri), ViewColumn.Two);
    editors.closeTabs(moved);
    await settle();
    expect(shownUris()).toHaveLength(1);
    editors.closeTabs(other);
    await settle();
    expect(shownUris()).toHaveLength(2);
    await pressLens('Allow');
    await done;
    expect(answers()).toEqual({ shop: 'unknown', wiki: 'agreed' });
  });

  it('is read anew in an editor that was left open, as it resolves now', async () => {
    const { open, launches } = newReview([named('shop', stdio(long))]);
    const changed: string[] = [];
    own(launches.onDidChange((uri) => changed.push(uri.path)));
    await open('shop');
    const { done } = await open('shop');
    expect(changed).toEqual(['/MCP Servers/shop', '/MCP Servers/shop']);
    await pressLens('Allow');
    await done;
  });

  it('can be opened from its row, without the answers', async () => {
    const { open } = newReview([named('shop', stdio(long)), named('wiki')]);
    const { done } = await open();
    expect(fakeVscode.quickPick.items.map(({ buttons = [] }) => buttons.map(({ tooltip }) => tooltip))).toEqual([
      ['Open in Editor', 'Don’t Allow'],
      ['Don’t Allow'],
    ]);
    fakeVscode.quickPick.pressOf('shop', 'Open in Editor');
    await settle();
    expect(await readTexts()).toHaveLength(1);
    expect([fakeVscode.quickPick.isShown, await lensTitles()]).toEqual([true, []]);
    fakeVscode.quickPick.leave();
    await done;
  });

  it('shows hidden values in its document on demand', async () => {
    const { open, launches } = newReview([named('shop', stdio({ ...long, env: { TOKEN: 'abc' } }))]);
    const texts: (string | undefined)[] = [];
    own(launches.onDidChange((uri) => texts.push(launches.provideTextDocumentContent(uri).split('\n').at(-1))));
    const { done } = await open('shop');
    await pressLens('Show Hidden Values');
    await pressLens('Hide Values');
    await pressLens('Show Hidden Values');
    await pressLens('Allow');
    await done;
    const [hidden, shown] = ['sets the variable TOKEN=•••', 'sets the variable TOKEN=abc'];
    expect(texts).toEqual([hidden, shown, hidden, shown, hidden]);
  });

  it('is not shown by an editor of a former session', () => {
    const { launches } = newReview([]);
    const uri = Uri.from({ scheme: 'mcpres-review', path: '/shop', fragment: 'another' });
    expect(() => launches.provideTextDocumentContent(uri)).toThrow('open it again');
  });
});

describe('a launch that has changed since it was allowed', () => {
  it('is shown as a difference before it is allowed, even if it fits in its row', async () => {
    const { consent, open, answers } = newReview([named('shop', stdio({ command: 'evil' }))]);
    await consent.allow([named('shop', stdio())]);
    const { done } = await open();
    expect(fakeVscode.quickPick.items[0]).toMatchObject({
      description: '.vscode/mcp.json · changed since you allowed the server',
      detail: 'evil',
    });
    fakeVscode.quickPick.tick('shop');
    fakeVscode.quickPick.accept();
    await settle();
    expect(fakeVscode.commands.executed.map(([id, , , title]) => [id, title])).toEqual([
      ['vscode.diff', 'shop: allowed version ↔ current version'],
    ]);
    expect((await readTexts()).map((text) => text.split('\n')[1])).toEqual(['node', 'evil']);
    expect(await Promise.all(shownUris().map(async (uri) => (await lensesOf(uri)).length))).toEqual([0, 2]);
    await pressLens('Don’t Allow');
    await done;
    expect(answers()).toEqual({ shop: 'declined' });
  });

  it('says so where only a hidden value has changed', async () => {
    const { consent, open } = newReview([named('shop', stdio({ env: { TOKEN: 'b' } }))]);
    await consent.allow([named('shop', stdio({ env: { TOKEN: 'a' } }))]);
    const { done } = await open();
    expect(fakeVscode.quickPick.items[0]?.description).toBe(
      '.vscode/mcp.json · a hidden value has changed since you allowed the server',
    );
    fakeVscode.quickPick.leave();
    await done;
  });

  it('says so in the question about one server', async () => {
    const { consent, open } = newReview([named('shop', stdio({ env: { TOKEN: 'b' } }))]);
    await consent.allow([named('shop', stdio({ env: { TOKEN: 'a' } }))]);
    const { done } = await open('shop');
    expect(fakeVscode.quickPick.placeholder).toBe(
      'Configured in: .vscode/mcp.json · a hidden value has changed since you allowed the server',
    );
    fakeVscode.quickPick.leave();
    await done;
  });

  it('is no difference of two equal texts where only a hidden value has changed', async () => {
    const { consent, open } = newReview([named('shop', stdio({ ...long, env: { TOKEN: 'b' } }))]);
    await consent.allow([named('shop', stdio({ ...long, env: { TOKEN: 'a' } }))]);
    const { done } = await open('shop');
    expect(fakeVscode.commands.executed.filter(([id]) => id === 'vscode.diff')).toEqual([]);
    expect((await readTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Note: a hidden value has changed since you allowed the server',
    ]);
    await pressLens('Don’t Allow');
    await done;
  });
});

describe('a definition that resolves to something else', () => {
  it('is allowed as it was shown, and says what is different', async () => {
    const shop = named('shop');
    let tool = 'good';
    const { consent, open, answers } = newReview([shop], () => ({ '${config:tool}': tool }));
    await consent.allow([shop]);
    tool = 'evil';
    const first = await open();
    expect(fakeVscode.quickPick.items[0]?.description).toBe(
      '.vscode/mcp.json · ${config:tool} changed from “good” to “evil”',
    );
    fakeVscode.quickPick.tick('shop');
    tool = 'worse';
    fakeVscode.quickPick.accept();
    await first.done;
    const afterwards = answers();
    tool = 'evil';
    expect([afterwards, answers()]).toEqual([{ shop: 'unknown' }, { shop: 'agreed' }]);
  });
});

describe('the review of one server', () => {
  it('asks about it alone, with all that it starts', async () => {
    const { open, answers, facts } = newReview([named('shop'), named('wiki')]);
    const { done } = await open('wiki');
    expect(facts.prepared).toBe(1);
    expect([fakeVscode.quickPick.title, fakeVscode.quickPick.items]).toMatchObject([
      'Allow “wiki” to Start?',
      [{ label: 'Allow', detail: 'wiki' }, { label: 'Don’t Allow' }],
    ]);
    fakeVscode.quickPick.choose('Allow');
    await done;
    expect([answers(), fakeVscode.editors.shown]).toEqual([{ shop: 'unknown', wiki: 'agreed' }, []]);
  });

  it('asks again where a variable resolves to something else when it is allowed', async () => {
    let tool = 'good';
    const { open, answers } = newReview([named('shop')], () => ({ '${config:tool}': tool }));
    const { done } = await open('shop');
    tool = 'evil';
    fakeVscode.quickPick.choose('Allow');
    await settle();
    expect([answers(), fakeVscode.quickPick.isShown]).toEqual([{ shop: 'unknown' }, true]);
    fakeVscode.quickPick.choose('Allow');
    await done;
    expect(answers()).toEqual({ shop: 'agreed' });
  });

  it('allows it before the text that was read is closed', async () => {
    const shop = named('shop', stdio(long));
    const { consent, launches, open } = newReview([shop]);
    const done: string[] = [];
    vi.spyOn(launches, 'close').mockImplementation(() => {
      done.push(`close, ${consent.state(shop)}`);
      return Promise.resolve();
    });
    const review = await open('shop');
    await pressLens('Allow');
    await review.done;
    expect(done).toEqual(['close, agreed']);
  });

  it('asks nothing about one that is gone', async () => {
    const { review, facts } = newReview([named('shop')]);
    await review.review(['user//gone']);
    expect([fakeVscode.quickPicks, facts.prepared]).toEqual([[], 0]);
  });
});
