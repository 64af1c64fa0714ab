import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../../src/core/base/errors';
import { defaultsOf } from '../../../../src/core/questions/checkValue';
import type { Answer, Interaction, Question } from '../../../../src/core/questions/interaction';
import { ClientSession } from '../../../../src/core/mcp/clientSession';
import { Questions } from '../../../../src/core/mcp/questions/questions';
import type { ReadResult, Session } from '../../../../src/core/session/session';
import { FakeClock } from '../../../support/fakeClock';
import { failure, http, never, node, now, open, quiet, readText, scripted, serve, until } from '../support';

type Reply = Answer | Promise<Answer>;

/** A user who answers by a script; `asked` holds the questions, `signals` shows which were withdrawn. */
class Person implements Interaction {
  readonly asked: Question[] = [];
  readonly signals: AbortSignal[] = [];

  constructor(private readonly reply: (question: Question, count: number) => Reply) {}

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    this.asked.push(question);
    this.signals.push(signal);
    return this.reply(question, this.asked.length);
  }

  get kinds(): string[] {
    return this.asked.map(({ kind }) => kind);
  }
}

const accept: Answer = { action: 'accept' };
const nobody = new Promise<never>(() => undefined);
const march: Answer = { action: 'accept', content: { month: '2026-03', format: 'md' } };
const byKind = (question: Question): Answer =>
  question.kind === 'form' && question.fields[0]?.name === 'month' ? march : accept;

const eras = [
  ['2025-11-25', []],
  ['2026-07-28', ['--modern']],
] as const;

function asking(flags: readonly string[]): Promise<{ readonly session: Session }> {
  return open(node('test/servers/askingServer.mjs', ...flags));
}

async function readWith(session: Session, uri: string, interaction: Interaction | undefined): Promise<unknown> {
  const { contents } = (await session.read(uri, { maxBytes: 1e6, signal: never, interaction })) as ReadResult;
  const body = contents[0]?.body;
  return body?.kind === 'text' ? (JSON.parse(body.text) as unknown) : undefined;
}

interface Received {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

async function received(session: Session): Promise<readonly Received[]> {
  return JSON.parse(await readText(session, 'control://log')) as Received[];
}

describe.each(eras)('a server of %s that asks before it gives a resource', (revision, flags) => {
  it('gets the answers of the user', async () => {
    const { session } = await asking(flags);
    const user = new Person(byKind);
    expect(session.info.revision).toBe(revision);
    expect(await readWith(session, 'ask://form', user)).toEqual([march]);
    expect(user.asked).toMatchObject([
      {
        kind: 'form',
        message: 'Which report do you want?',
        fields: [
          { name: 'month', title: 'Month', isRequired: true, type: { kind: 'text', pattern: '^\\d{4}-\\d{2}$' } },
          {
            name: 'format',
            default: 'csv',
            type: { kind: 'choice', options: [{ label: 'Table' }, { label: 'Markdown' }] },
          },
        ],
      },
    ]);
  });

  it('can ask again with what it learned', async () => {
    const { session } = await asking(flags);
    expect(await readWith(session, 'ask://twice', new Person(byKind))).toEqual([
      march,
      { action: 'accept', content: {} },
    ]);
  });

  it.each(['decline', 'cancel'] as const)(
    'is told of a %s, and what it says to it stands behind what happened',
    async (action) => {
      const { session } = await asking(flags);
      const user = new Person(() => ({ action }));
      expect(await readWith(session, 'ask://form', user)).toEqual([{ action }]);
      const error = await failure(session.read('ask://strict', { maxBytes: 1e6, signal: never, interaction: user }));
      expect(error.reason).toBe('inputRequired');
      expect((error.cause as Error).message).toContain('No report without an answer');
      expect(error.message).toMatch(
        action === 'decline' ? /^The server needs an answer/ : /^The server needs an answer/,
      );
    },
  );

  it('gets no answer that does not fit its schema', async () => {
    const { session } = await asking(flags);
    const user = new Person(() => ({ action: 'accept', content: { month: 'March' } }));
    expect(await readWith(session, 'ask://form', user)).toEqual([{ action: 'cancel' }]);
  });

  it('is never answered in the background, and the failure says what to do', async () => {
    const { session } = await asking(flags);
    const error = await failure(session.read('ask://strict', { maxBytes: 1e6, signal: never }));
    expect(error.reason).toBe('inputRequired');
    expect(error.message).toMatch(/Open or attach the resource to answer/);
  });

  it('cannot ask without end', async () => {
    const { session } = await asking(flags);
    const user = new Person(() => accept);
    const reading = failure(session.read('ask://endless', { maxBytes: 1e6, signal: never, interaction: user }));
    expect((await reading).message).toMatch(/keeps asking/);
    expect(user.asked.length).toBe(revision === '2026-07-28' ? 11 : 20);
    // The number of questions stays limited, whatever the server does with the answers.
    const answers = (await received(session)).filter(({ id }) => String(id).startsWith('question'));
    expect(answers.length).toBeLessThan(50);
  });

  it('cannot ask what no input fits', async () => {
    const { session } = await asking(flags);
    const user = new Person(() => accept);
    const reading = session.read('ask://bad-schema', { maxBytes: 1e6, signal: never, interaction: user });
    if (revision === '2026-07-28') expect((await failure(reading)).message).toMatch(/can’t be shown/);
    else expect(JSON.stringify(await reading)).toContain('no input fits property 1');
    expect(user.asked).toEqual([]);
  });

  it('can send the user to a page, and goes on when they have done there what was to be done', async () => {
    const { session } = await asking(flags);
    const user = new Person(async ({ kind }) => {
      if (kind === 'visit') await readText(session, 'control://done');
      return accept;
    });
    expect(await readWith(session, 'ask://url', user)).toEqual([{ action: 'accept' }]);
    expect(user.asked).toEqual([
      { kind: 'url', message: 'Sign the report', url: 'https://reports.example/sign?id=1' },
      { kind: 'visit', message: 'Sign the report', url: 'https://reports.example/sign?id=1' },
    ]);
  });

  it('can fail with the pages that must be visited first, once', async () => {
    const { session } = await asking(flags);
    const user = new Person(async ({ kind }) => {
      if (kind === 'visit') await readText(session, 'control://done');
      return accept;
    });
    const result = await session.read('ask://url-error', { maxBytes: 1e6, signal: never, interaction: user });
    expect(JSON.stringify(result)).toContain('signed');
    expect(user.kinds).toEqual(['url', 'visit']);
  });

  it('says itself that a page was visited', async () => {
    const { session } = await asking(flags);
    const user = new Person(({ kind }) => (kind === 'visit' ? nobody : accept));
    const reading = session.read('ask://url-error', { maxBytes: 1e6, signal: never, interaction: user });
    await until(() => user.kinds.length === 2);
    await readText(session, 'control://done');
    expect(JSON.stringify(await reading)).toContain('signed');
  });

  it('is left when the user does not go to the page, or gives up there', async () => {
    const { session } = await asking(flags);
    for (const closed of ['url', 'visit']) {
      const user = new Person(({ kind }) => (kind === closed ? { action: 'cancel' } : accept));
      const reading = session.read('ask://url-error', { maxBytes: 1e6, signal: never, interaction: user });
      expect((await failure(reading)).message).toMatch(/^The server needs an answer/);
    }
  });

  it('has its question taken back when the read is cancelled', async () => {
    const { session } = await asking(flags);
    const user = new Person(() => nobody);
    const end = new AbortController();
    const reading = session.read('ask://form', { maxBytes: 1e6, signal: end.signal, interaction: user });
    await until(() => user.asked.length === 1);
    end.abort();
    await expect(reading).rejects.toBeInstanceOf(CancelledError);
    expect(user.signals[0]?.aborted).toBe(true);
  });

  it('has its question taken back when the session ends', async () => {
    const { session } = await asking(flags);
    const user = new Person(() => nobody);
    const reading = failure(session.read('ask://form', { maxBytes: 1e6, signal: never, interaction: user }));
    await until(() => user.asked.length === 1);
    session.dispose();
    expect((await reading).reason).toBe('disconnected');
    expect(user.signals[0]?.aborted).toBe(true);
  });

  it('waits for the user longer than for the answer to a request', async () => {
    const clock = new FakeClock();
    const { session } = await open(node('test/servers/askingServer.mjs', ...flags), { clock });
    const user = new Person(async () => {
      await clock.advance(11 * 60_000);
      return march;
    });
    expect(await readWith(session, 'ask://form', user)).toEqual([march]);
  });
});

describe('a server that never answers', () => {
  it('ends after a minute, with a user to ask or without', async () => {
    const clock = new FakeClock();
    const { session } = await open(scripted({ answers: { 'resources/read': { none: true } } }), { clock });
    const interaction = new Person(() => accept);
    const reading = failure(session.read('any://thing', { maxBytes: 1, signal: never, interaction }));
    await clock.advance(60_000);
    expect((await reading).reason).toBe('timeout');
  });
});

describe('a server that asks by requests and gives something to those who do not answer', () => {
  it('is distinguished from one that got its answers', async () => {
    const { session } = await asking([]);
    const read = async (interaction: Interaction | undefined): Promise<unknown> => {
      const how = { maxBytes: 1e6, signal: never, interaction };
      const { isAnswered, unanswered } = (await session.read('ask://form', how)) as ReadResult;
      return { isAnswered, unanswered: unanswered?.reason };
    };
    expect(await read(undefined)).toEqual({ unanswered: 'inputRequired' });
    expect(await read(new Person(byKind))).toEqual({ isAnswered: true });
    expect(await read(new Person(() => ({ action: 'decline' })))).toEqual({ isAnswered: true });
  });
});

describe('a flood of questions', () => {
  it('outside of a request is answered for a while, and logged once', async () => {
    const lines: string[] = [];
    const questions = new Questions(new FakeClock(), { ...quiet, warn: (line) => lines.push(line) }, 1000, 1000);
    for (let count = 0; count < 20; count += 1)
      expect(await questions.answer({}, never)).toEqual({ result: { action: 'cancel' } });
    expect(await questions.answer({}, never)).toBeUndefined();
    expect(lines.length).toBe(1);
  });

  it('that cannot be shown is logged a few times', async () => {
    const lines: string[] = [];
    const questions = new Questions(new FakeClock(), { ...quiet, warn: (line) => lines.push(line) }, 1000, 1000);
    await questions.during({ signal: never, interaction: new Person(() => accept) }, async () => {
      for (let count = 51; count < 200; count += 1) {
        const properties = Object.fromEntries(Array.from({ length: count }, (_, index) => [index, {}]));
        await questions.answer({ requestedSchema: { properties } }, never);
      }
    });
    expect(lines.length).toBe(20);
  });
});

describe('a server that asks by requests of its own', () => {
  it('gets a cancel at once while lists are fetched', async () => {
    const { session } = await asking([]);
    for await (const _page of session.listResources({ pages: 9, items: 99, bytes: 1e6, time: 1e4 }, never));
    await until(async () => (await received(session)).some(({ id }) => id === 'question-1'));
    expect((await received(session)).find(({ id }) => id === 'question-1')?.result).toEqual({ action: 'cancel' });
  });

  it('gets a cancel when it asks after its answer', async () => {
    const { session } = await asking([]);
    const user = new Person(() => march);
    await readWith(session, 'ask://form', user);
    await readText(session, 'control://ask');
    await until(async () => (await received(session)).some(({ id }) => id === 'question-2'));
    expect((await received(session)).find(({ id }) => id === 'question-2')?.result).toEqual({ action: 'cancel' });
    expect(user.asked.length).toBe(1);
  });

  it('has one question answered after the other when several reads run', async () => {
    const { session } = await asking([]);
    let count = 0;
    let most = 0;
    const user = new Person(async () => {
      count += 1;
      most = Math.max(most, count);
      await readText(session, 'control://log');
      count -= 1;
      return march;
    });
    await Promise.all([1, 2, 3].map(() => readWith(session, 'ask://form', user)));
    expect({ most, all: user.asked.length }).toEqual({ most: 1, all: 3 });
  });

  it('is promised answers for the whole session', async () => {
    const { session } = await asking([]);
    const initialize = (await received(session)).find(({ method }) => method === 'initialize');
    expect(initialize?.params).toMatchObject({ capabilities: { elicitation: { form: {}, url: {} } } });
  });
});

describe('a server that asks in its results', () => {
  it('is promised answers only for what a user started', async () => {
    const { session } = await asking(['--modern']);
    for await (const _page of session.listResources({ pages: 9, items: 99, bytes: 1e6, time: 1e4 }, never));
    await readWith(session, 'ask://form', new Person(byKind));
    const offers = (await received(session)).map(({ method, params }) => {
      const capabilities: unknown = (params?.['_meta'] as Received['params'])?.[
        'io.modelcontextprotocol/clientCapabilities'
      ];
      return `${method} ${JSON.stringify(capabilities)}`;
    });
    expect(offers.filter((offer) => !offer.endsWith(' {}'))).toEqual([
      'resources/read {"elicitation":{"form":{},"url":{}}}',
      'resources/read {"elicitation":{"form":{},"url":{}}}',
    ]);
  });

  it('gets its state back as it was, in another request, and none where it gave none', async () => {
    const { session } = await asking(['--modern']);
    await readWith(session, 'ask://twice', new Person(byKind));
    const reads = (await received(session)).filter(({ params }) => params?.['uri'] === 'ask://twice');
    expect(new Set(reads.map(({ id }) => id)).size).toBe(3);
    expect(reads.map(({ params }) => params?.['requestState'])).toEqual([
      undefined,
      undefined,
      JSON.stringify([march]),
    ]);
  });

  it('can ask for another try without a question, even in the background', async () => {
    const { session } = await asking(['--modern']);
    expect(await readText(session, 'ask://state-only')).toBe('wait true');
  });

  it('asks for what was not offered, or for nothing, in vain', async () => {
    const { session } = await asking(['--modern']);
    const interaction = new Person(() => accept);
    const reasons = await Promise.all(
      ['ask://sampling', 'ask://nothing', 'ask://no-params'].map(async (uri) => {
        const { reason, message } = await failure(session.read(uri, { maxBytes: 1e6, signal: never, interaction }));
        return `${uri} ${reason} ${message.slice(0, 40)}`;
      }),
    );
    expect(reasons).toEqual([
      'ask://sampling unsupported The server requires a feature that isn’t',
      'ask://nothing protocol The server sent a response that doesn’t ',
      'ask://no-params protocol The server asked a question that can’t b',
    ]);
    expect(interaction.asked).toEqual([]);
  });

  it('is understood when it asks sloppily', async () => {
    const { session } = await asking(['--modern']);
    expect(await readWith(session, 'ask://sloppy', new Person(byKind))).toEqual({ inputResponses: { one: march } });
  });

  it('does not ask again after a no', async () => {
    const { session } = await asking(['--modern']);
    const user = new Person(() => ({ action: 'decline' }));
    const error = await failure(session.read('ask://stubborn', { maxBytes: 1e6, signal: never, interaction: user }));
    expect({ reason: error.reason, asked: user.asked.length }).toEqual({ reason: 'inputRequired', asked: 1 });
  });

  it('is answered whatever the request is', async () => {
    const { session } = await asking(['--modern']);
    const user = new Person((question) => ({
      action: 'accept',
      content: { month: '2026-01', ...(question.kind === 'form' ? defaultsOf(question.fields) : {}) },
    }));
    if (!(session instanceof ClientSession)) throw new Error('Not a session of ours');
    const result = await session.request('tools/call', { name: 'any' }, { signal: never, interaction: user });
    expect(JSON.stringify(result)).toContain('\\"content\\":{\\"month\\":\\"2026-01\\",\\"format\\":\\"csv\\"}');
  });
});

describe('servers of the official SDK', () => {
  const ada = new Person(() => ({ action: 'accept', content: { name: 'Ada' } }));

  it.each([
    ['over stdio', () => node('test/servers/sdkAskingServer.mjs', 'stdio')],
    ['over HTTP', async () => http(`${await serve('test/servers/sdkAskingServer.mjs', ['http'])}/mcp`)],
  ])('ask %s', async (_where, launch) => {
    const { session } = await open(await launch());
    const read = await session.read('ask://greeting', { maxBytes: 1e6, signal: never, interaction: ada });
    expect({ revision: session.info.revision, read: JSON.stringify(read) }).toMatchObject({
      revision: '2026-07-28',
      read: expect.stringContaining('Hello Ada') as string,
    });
    expect((await failure(session.read('ask://greeting', { maxBytes: 1e6, signal: never }))).reason).toBe(
      'inputRequired',
    );
  });

  it('ask clients of 2025 by requests', async () => {
    const launch = node('test/servers/sdkAskingServer.mjs', 'stdio');
    const learned = { era: 'legacy', transport: 'stdio', at: now };
    const { session } = await open(launch, { learned });
    expect(session.info.revision).toBe('2025-11-25');
    const read = await session.read('ask://greeting', { maxBytes: 1e6, signal: never, interaction: ada });
    expect(JSON.stringify(read)).toContain('Hello Ada');
  });
});
