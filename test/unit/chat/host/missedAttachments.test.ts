import { beforeEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { describeResource } from '../../../../src/core/context/contextSet';
import { CancelledError, HumanError } from '../../../../src/core/base/errors';
import { renewed, virtualPlace } from '../../../../src/core/content/virtualPath';
import type { ResourceAddress } from '../../../../src/core/resource/address';
import { MissedAttachments } from '../../../../src/host/chat/missedAttachments';
import { ServerControl } from '../../../../src/host/servers/serverControl';
import { FakeClock } from '../../../support/fakeClock';
import { newServerActions } from '../../../support/newServerActions';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import type { ConnectionState } from '../../../../src/core/connection/connectionState';
import { ResourceWorld } from '../../actions/host/resourceWorld';
import { resource } from '../../catalog/fixtures';
import { definition, info } from '../../connection/fakeServer';

/** Returns the messages the user saw, with their buttons. */
const shownTexts = (): string[] => fakeVscode.messages.asked.map(({ text, buttons }) => [text, ...buttons].join(' | '));
/** What the buttons did. */
let done: unknown[][];

beforeEach(() => {
  done = [];
  fakeVscode.press(undefined);
});

const start = 1_800_000_000_000;
const gone = new HumanError('notFound', 'The resource is gone.');
const [alpha, beta] = [resource('note://alpha', { title: 'Alpha' }), resource('note://beta', { title: 'Beta' })];

function fixture(state: ConnectionState = { kind: 'ready', info }, serverActions = newServerActions(done)) {
  const clock = new FakeClock(start);
  const shown = new Map<string, number>();
  const [warnings, unsent]: [string[], string[]] = [[], []];
  const describe = (address: ResourceAddress) =>
    describeResource(
      address,
      [alpha, beta].find(({ uri }) => uri === address.uri),
    );
  const missed = own(
    new MissedAttachments(
      {
        base: { clock, log: { ...silent, warn: (message) => void warnings.push(message) } },
        core: { connections: { get: () => ({ definition: definition('shop'), state }) } },
        context: { describe, seen: { markMissed: ({ uri }) => void unsent.push(uri) } },
        serverActions,
      },
      (file) => shown.get(file) ?? 0,
    ),
  );
  own(missed.onDidAskAgain((resources) => done.push(['attach', ...resources])));
  const file = (of = alpha, round = 1): Uri =>
    Uri.from({
      scheme: 'mcpres',
      authority: 'shop',
      ...renewed(
        virtualPlace(of, (name) => name),
        round,
      ),
    });
  const fail = (uri: Uri, of = alpha, error: unknown = gone): void => missed.failed(uri, addressOf(of), error);
  return { clock, shown, warnings, unsent, missed, file, fail };
}

function addressOf({ uri }: Pick<ResourceAddress, 'uri'>): ResourceAddress {
  return { serverId: 'shop', uri };
}

describe('a message', () => {
  it('without its attachment is reported once, with the reason, and it can be attached again', async () => {
    const { clock, warnings, missed, file, fail } = fixture();
    fakeVscode.press('Attach Again');
    missed.wasAvailable(file(), 'stat');
    missed.wasAvailable(file(), 'stat');
    fail(file());
    // The chat tries twice.
    fail(file());
    await clock.advance(1_499);
    expect(shownTexts()).toEqual([]);
    await clock.advance(1);
    expect(shownTexts()).toEqual(['Not sent with the message: Alpha. The resource is gone. | Attach Again']);
    expect(done).toEqual([['attach', expect.objectContaining(addressOf(alpha))]]);
    expect(warnings).toEqual(['A message went without a resource (note:…): HumanError: The resource is gone.']);
    fail(file());
    await clock.advance(1_500);
    expect(shownTexts().length).toBe(1);
    missed.wasAvailable(file(), 'stat');
    fail(file());
    await clock.advance(1_500);
    expect(shownTexts().length).toBe(2);
  });

  it('without several attachments is reported in one sentence, with a way to start the server', async () => {
    const { clock, unsent, missed, file, fail } = fixture({ kind: 'stopped' });
    fakeVscode.press('Start Server');
    for (const of of [alpha, beta]) missed.wasAvailable(file(of), 'stat');
    fail(file(), alpha, new HumanError('disconnected', 'The server is stopped.'));
    await clock.advance(1_000);
    fail(file(beta), beta);
    await clock.advance(500);
    expect(shownTexts()).toEqual(['Not sent with the message: Alpha, Beta. The server is stopped. | Start Server']);
    expect([done, unsent]).toEqual([[['start', 'user//shop']], ['note://alpha', 'note://beta']]);
  });

  it.each<[string, ConnectionState]>([
    ['Sign In…', { kind: 'signInNeeded', error: gone }],
    ['Review and Start…', { kind: 'blocked', error: new HumanError('notAllowed', 'No.') }],
    ['Review and Start…', { kind: 'blocked', error: new HumanError('declined', 'No.') }],
    ['Manage Trust', { kind: 'blocked', error: new HumanError('untrusted', 'No.') }],
    ['Show Log', { kind: 'blocked', error: new HumanError('policy', 'No.') }],
    ['Start Server', { kind: 'failed', error: gone, retryAt: undefined }],
    ['Attach Again', { kind: 'failed', error: gone, retryAt: start }],
  ])('is reported with the action that brings its server back: %s', async (button, state) => {
    const { clock, missed, file, fail } = fixture(state);
    missed.wasAvailable(file(), 'stat');
    fail(file());
    await clock.advance(1_500);
    expect(shownTexts()).toEqual([`Not sent with the message: Alpha. The resource is gone. | ${button}`]);
  });

  it('starts nothing that the user has not seen: a definition that is another since is reviewed first', async () => {
    const world = new ResourceWorld();
    const [shop] = await world.list({ shop: [alpha] });
    world.connections.get(shop!.id)?.stop();
    let isAllowed = false;
    const servers = new ServerControl(
      {
        core: world,
        permission: { refusal: () => (isAllowed ? undefined : new HumanError('notAllowed', 'No.')) },
        search: world,
      },
      { signIn: () => Promise.resolve() },
      { review: (serverIds) => Promise.resolve(void done.push(['review', serverIds])) },
    );
    const { clock, missed, file, fail } = fixture(
      { kind: 'stopped' },
      newServerActions([], { start: () => servers.start(shop!.id) }),
    );
    fakeVscode.press('Start Server');
    const goesWithout = async (): Promise<void> => {
      missed.wasAvailable(file(), 'stat');
      fail(file());
      await clock.advance(1_500);
      await world.clock.advance(0);
    };
    await goesWithout();
    const before = world.connections.get(shop!.id)?.state.kind;
    isAllowed = true;
    await goesWithout();
    expect([done, before, world.connections.get(shop!.id)?.state.kind]).toEqual([
      [['review', [shop!.id]]],
      'stopped',
      'ready',
    ]);
    world.dispose();
  });

  it('may go without one file of a resource that is still there', async () => {
    const { clock, missed, file, fail } = fixture();
    missed.wasAvailable(file(), 'stat');
    missed.failed(file(), addressOf(alpha), undefined);
    await clock.advance(1_500);
    expect(shownTexts()).toEqual([expect.stringContaining('The resource no longer has this file.')]);
    fail(file());
    expect(clock.pending).toEqual([]);
  });
});

describe('nothing is reported', () => {
  it.each<[string, (it: ReturnType<typeof fixture>) => void]>([
    ['of a file that was never there in this window', ({ file, fail }) => fail(file())],
    [
      'of a file that a message has read: the editor looks at what it keeps',
      ({ missed, file, fail }) => {
        missed.wasAvailable(file(), 'stat');
        missed.wasAvailable(file(), 'read');
        missed.wasAvailable(file(), 'stat');
        fail(file());
      },
    ],
    [
      'of a file that was not made for the chat',
      ({ missed, file, fail }) => {
        missed.wasAvailable(file(alpha, 0), 'stat');
        fail(file(alpha, 0));
      },
    ],
    [
      'of a file that an editor shows, which says so itself',
      ({ missed, file, fail, shown }) => {
        missed.wasAvailable(file(), 'stat');
        fail(file());
        shown.set(file().toString(), Infinity);
      },
    ],
    [
      'of a read that was given up',
      ({ missed, file, fail }) => {
        missed.wasAvailable(file(), 'stat');
        fail(file(), alpha, new CancelledError());
      },
    ],
    [
      'once the window closes',
      ({ missed, file, fail }) => {
        missed.wasAvailable(file(), 'stat');
        fail(file());
        missed.dispose();
      },
    ],
  ])('%s', async (_, act) => {
    const it = fixture();
    act(it);
    await it.clock.advance(1_500);
    expect([shownTexts(), it.warnings]).toEqual([[], []]);
  });
});
