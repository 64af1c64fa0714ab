import { beforeEach, describe, expect, it } from 'vitest';
import { linesForExcerpt } from '../../../../src/core/chat/excerpt';
import type { Uri } from 'vscode';
import type { Content } from '../../../../src/core/content/content';
import { ContextSet, type PickedResource } from '../../../../src/core/context/contextSet';
import type { OutgoingFile } from '../../../../src/core/context/outgoing';
import { rendition } from '../../../../src/core/content/rendition';
import type { ResourceContent } from '../../../../src/core/resource/resource';
import { Attaching } from '../../../../src/host/actions/attaching';
import type { Budget } from '../../../../src/host/chat/chatBudget';
import type { Attachment } from '../../../../src/host/chat/chatSink';
import { settle } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { needsOf } from '../../../support/needsOf';
import { newWeights } from '../../../support/newWeights';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { shownTexts } = fakeVscode;
const { asked } = fakeVscode.messages;
/** What else was done, with which resources. */
let others: [string, ...PickedResource[]][];
const did = (what: string) => (resources: readonly PickedResource[]) =>
  Promise.resolve(void others.push([what, ...resources]));

beforeEach(() => {
  others = [];
  fakeVscode.models.setOtherTools('mcpResources_context');
  fakeVscode.press(undefined);
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

function text(uri: string, words: number): ResourceContent {
  return { uri, mimeType: 'text/plain', body: { kind: 'text', text: 'word '.repeat(words) } };
}

function blob(uri: string, bytes: Uint8Array, mimeType?: string): ResourceContent {
  return { uri, mimeType, body: { kind: 'blob', bytes } };
}

interface Given {
  /** By URI; a resource without an entry has no priority, and its audience is everyone. */
  readonly annotations?: Readonly<Record<string, { priority?: number; audience?: readonly ('user' | 'assistant')[] }>>;
  readonly budget?: number;
  /** The chat's own limit; the budget unless told. */
  readonly room?: number;
  /** Attached before, in no message yet: 190 tokens each. */
  readonly waiting?: readonly string[];
  /** Tokens of the text that is selected in the editor. */
  readonly selection?: number;
  readonly isHarness?: boolean;
  readonly hasChat?: boolean;
  readonly imagesFail?: boolean;
  readonly chatFails?: boolean;
}

function fixture(contents: Readonly<Record<string, readonly ResourceContent[]>>, given: Given = {}) {
  const picked = new ContextSet(new FakeStore());
  const chat: string[] = [];
  const marked: string[] = [];
  const read: string[] = [];
  const budget: Budget | undefined =
    given.budget === undefined
      ? undefined
      : { tokens: given.budget, room: given.room ?? given.budget, modelName: 'Sol' };
  const nameOf = (uri: string, part?: { path: string }): string => (part ? `${uri}/${part.path}` : uri);
  const handed: string[] = [];
  /** The context whenever the chat got attachments. */
  const contextThen: string[] = [];
  const own = {
    reads: {
      readAnew: (resources: readonly PickedResource[]) =>
        Promise.resolve(
          resources.map((resource) => {
            read.push(resource.uri);
            const content = rendition(resource.uri, contents[resource.uri] ?? []) as Content;
            const parts = resource.part ? content.parts.filter(({ uri }) => uri === resource.part?.uri) : content.parts;
            return { resource, content: { ...content, parts } };
          }),
        ),
    },
    tokensOfSelection: () => given.selection ?? 0,
    images: {
      attachmentOf: ({ uri }: PickedResource, part?: { path: string }): Promise<Attachment> =>
        given.imagesFail === true
          ? Promise.reject(new Error('The disk is full'))
          : Promise.resolve({ kind: 'folder', uri: nameOf(uri, part) as unknown as Uri }),
    },
    actions: () => ({ open: did('open'), copyContents: did('copyContents'), save: did('save') }),
  };
  const services = {
    picked,
    live: {
      markAttached: (addresses: readonly PickedResource[]) => void marked.push(...addresses.map(({ uri }) => uri)),
      get waiting() {
        return picked.items.filter(({ uri }) => given.waiting?.includes(uri));
      },
    },
    weights: {
      sum: (resources: readonly unknown[]) => ({ tokens: resources.length * 190, images: 0, uncounted: 0 }),
      weighFiles: (files: readonly OutgoingFile[]) => newWeights().weighFiles(files),
    },
    files: {
      uriForChat: (_: string, { uri }: PickedResource, part?: { path: string }, excerpt?: Uint8Array) => {
        const query = excerpt ? `x.1.${linesForExcerpt(excerpt)}` : 'x.1';
        return { toString: () => nameOf(uri, part), query } as unknown as Uri;
      },
      handOut: (resources: readonly PickedResource[]) =>
        Promise.resolve(void handed.push(...resources.map(({ uri }) => uri))),
    },
    sink: {
      isAvailable: () => Promise.resolve(given.hasChat !== false),
      attach: (attachments: readonly Attachment[]) => {
        contextThen.push(context());
        if (given.chatFails === true) return Promise.reject(new Error('No chat'));
        return Promise.resolve(void chat.push(...attachments.map(described)));
      },
      attachTool: (name: string) => Promise.resolve(void chat.push(`tool ${name}`)),
    },
    session: { isHarness: given.isHarness === true },
    budget: { known: () => Promise.resolve(budget), current: () => budget },
    announced: ({ uri }: PickedResource) => {
      const { priority, audience } = given.annotations?.[uri] ?? {};
      return { priority, audience };
    },
    log: silent,
  };
  const needs = { ...needsOf(services), reveal: did('reveal') };
  const attaching = new Attaching(needs as unknown as ConstructorParameters<typeof Attaching>[0], own);
  const attach = async (...uris: readonly string[]): Promise<void> => {
    await attaching.attach(uris.map((uri) => resource(uri)));
    await settle();
  };
  const context = (): string => picked.items.map(({ uri, isChecked }) => (isChecked ? uri : `(${uri})`)).join(' ');
  return { attaching, attach, chat, marked, handed, picked, context, contextThen, read };
}

/** An attachment as a line: its kind and URI, and the last line of an excerpt. */
function described({ kind, uri, excerpt }: Attachment): string {
  return `${kind} ${String(uri)}${excerpt ? ` to ${excerpt.endLineNumber}:${excerpt.endColumn}` : ''}`;
}

function resource(uri: string, part?: PickedResource['part']): PickedResource {
  return { serverId: 'shop', uri, name: uri, title: undefined, mimeType: undefined, size: undefined, part };
}

const harness = { isHarness: true };
const three = { a: [text('a', 100)], b: [text('b', 100)], c: [text('c', 100)] };

describe('attaching', () => {
  it('puts many into the chat and the context at once, in their order', async () => {
    const uris = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const { attach, chat, marked, handed, context } = fixture(
      Object.fromEntries(uris.map((uri) => [uri, [text(uri, 5)]])),
    );
    await attach(...uris);
    expect(chat).toEqual(uris.map((uri) => `file ${uri}`));
    expect([marked, handed, context(), shownTexts]).toEqual([uris, uris, uris.join(' '), []]);
  });

  it('puts excerpts of a shown file into the chat and nothing into the context', async () => {
    const { attaching, chat, marked, handed, context } = fixture(three);
    const excerpt = { startLineNumber: 2, startColumn: 3, endLineNumber: 4, endColumn: 5 };
    await attaching.attachExcerpts(resource('a'), 'shown' as unknown as Uri, [excerpt, { ...excerpt, endColumn: 6 }]);
    expect([chat, marked, handed, context()]).toEqual([['file shown to 4:5', 'file shown to 4:6'], [], ['a'], '']);
  });

  it('of an excerpt without a chat offers other uses', async () => {
    const { attaching, chat } = fixture(three, { hasChat: false });
    await attaching.attachExcerpts(resource('a'), 'shown' as unknown as Uri, []);
    expect([chat, shownTexts]).toEqual([[], [expect.stringContaining('The chat isn’t available.')]]);
  });

  it('says whether it attached: not where the user cancels, nothing could be read, or there is no chat', async () => {
    const one = [resource('a')];
    expect(await fixture(three).attaching.attach(one)).toBe(true);
    expect(await fixture(three).attaching.attach([])).toBe(false);
    expect(await fixture(three, { hasChat: false }).attaching.attach(one)).toBe(false);
    const crowded = fixture(three, { budget: 200 });
    expect(await crowded.attaching.attach([...one, resource('b')])).toBe(false);
    fakeVscode.press('Let the Model Read on Demand');
    expect(await crowded.attaching.attach([...one, resource('b')])).toBe(true);
  });

  it('counts nothing as attached that the chat did not take', async () => {
    const { attach, marked, context } = fixture(three, { chatFails: true });
    await expect(attach('a', 'b')).rejects.toThrow('No chat');
    expect([marked, context()]).toEqual([[], 'a b']);
  });

  it('attaches images as files of their own, at their place, and puts them into the context', async () => {
    const { attach, chat, context, marked } = fixture({ ...three, photo: [blob('photo', pixel)] });
    await attach('a', 'photo', 'b');
    expect(chat).toEqual(['file a', 'folder photo', 'file b']);
    expect([context(), marked, shownTexts]).toEqual(['a photo b', ['a', 'photo', 'b'], []]);
  });

  it('goes by the bytes of an image, whatever the server calls it', async () => {
    const { attach, chat } = fixture({
      said: [blob('said', pixel, 'text/plain')],
      false: [blob('false', Buffer.from('<script>'), 'image/png')],
    });
    await attach('said', 'false');
    expect(chat).toEqual(['folder said', 'file false']);
  });

  it('says what of an image could not be attached, and how to do it by hand', async () => {
    const { attach, chat, context } = fixture({ photo: [blob('photo', pixel)] }, { imagesFail: true });
    fakeVscode.press('Show in Tree');
    await attach('photo');
    expect([chat, context()]).toEqual([[], 'photo']);
    expect(shownTexts).toEqual([
      'Couldn’t attach photo, because an image file couldn’t be created. Drag and drop from the Resources view into the chat instead.',
    ]);
    expect(others).toEqual([['reveal', resource('photo')]]);
  });

  it('says what the chat takes not at all, and of what it shows a model bytes', async () => {
    const bmp = Buffer.from('424d46000000000000003600000028000000', 'hex');
    const zip = Buffer.from('504b0304140000000000ffff00', 'hex');
    const { attach, chat } = fixture({
      old: [blob('old', bmp)],
      pack: [blob('pack', zip)],
      'named.png': [blob('named.png', Buffer.from([0, 1, 2]))],
      paper: [blob('paper', Buffer.from('%PDF-1.7\n\0'))],
    });
    await attach('old', 'pack', 'paper', 'named.png');
    expect(chat).toEqual(['file pack', 'file paper']);
    expect(shownTexts).toEqual([
      'Couldn’t attach old, named.png. The chat supports only PNG, JPEG, GIF and WebP images of up to 30 MB.',
      'The chat sends only a hex dump of the first bytes of pack, because the content isn’t text or an image.',
      'paper: only some models can read PDFs.',
    ]);
  });

  it('attaches the texts and the images of a resource of several files, and says what stays behind', async () => {
    const { attach, chat, marked } = fixture({
      guide: [
        text('guide/one.txt', 3),
        text('guide/two.txt', 3),
        blob('guide/logo.png', pixel),
        blob('guide/data.bin', Buffer.from([0, 1, 2])),
      ],
    });
    await attach('guide');
    expect(chat).toEqual(['file guide/one.txt', 'file guide/two.txt', 'folder guide/logo.png']);
    expect(marked).toEqual(['guide']);
    expect(shownTexts).toEqual([
      'Couldn’t attach data.bin. For a resource with several files, only text and up to 20 images can be attached. Open the resource to see the files that weren’t attached.',
    ]);
  });

  it('attaches as one document what has more texts than anybody looks through, or nothing that goes alone', async () => {
    const { attach, chat } = fixture({
      many: Array.from({ length: 21 }, (_, index) => text(`many/${index}.txt`, 3)),
      bytes: [blob('bytes/a.bin', Buffer.from([0, 1])), blob('bytes/b.bin', Buffer.from([0, 2]))],
      photos: [blob('photos/a.png', pixel), blob('photos/b.png', pixel)],
    });
    await attach('many', 'bytes', 'photos');
    expect(chat).toEqual(['file many', 'file bytes', 'folder photos/a.png', 'folder photos/b.png']);
  });

  it('attaches one file of several alone, without putting the resource into the context', async () => {
    const { attaching, chat, context, marked } = fixture({
      guide: [text('guide/one.txt', 3), text('guide/two.txt', 3)],
    });
    await attaching.attach([resource('guide', { uri: 'guide/two.txt', occurrence: 0 })]);
    expect([chat, context(), marked]).toEqual([['file guide/two.txt'], '', []]);
  });

  it('offers other ways where there is no chat', async () => {
    const { attach, chat, context } = fixture(three, { hasChat: false, budget: 1 });
    fakeVscode.press('Copy Content');
    await attach('a', 'b');
    expect([chat, context(), others]).toEqual([[], 'a b', [['copyContents', resource('a'), resource('b')]]]);
  });
});

describe('a text over its share of the room', () => {
  it('is attached as an excerpt of all its lines, which the chat sends whole', async () => {
    // Ten attachments of the user are planned for: a share is 4 × 1,200 / (2 + 10) = 400 characters.
    const { attach, chat } = fixture({ long: [text('long', 81)], short: [text('short', 80)] }, { budget: 1_200 });
    await attach('long', 'short');
    expect(chat).toEqual(['file long to 300:1', 'file short']);
  });

  it('is an excerpt by a cautious number where no model is known', async () => {
    const { attach, chat } = fixture({ long: [text('long', 4_000)], short: [text('short', 300)] });
    await attach('long', 'short');
    expect(chat).toEqual(['file long to 300:1', 'file short']);
  });

  it('is a file where not all fits: the chat would empty an excerpt, and cuts a file', async () => {
    const { attach, chat } = fixture({ long: [text('long', 500)], other: [text('other', 500)] }, { budget: 800 });
    fakeVscode.press('Attach All');
    await attach('long', 'other');
    expect(chat).toEqual(['file long', 'file other']);
  });
});

describe('in a session of the Copilot harness', () => {
  it('long texts are files, as many as the user likes: the model reads them by itself', async () => {
    const { attach, chat } = fixture({ long: [text('long', 4_000)], other: [text('other', 500)] }, harness);
    await attach('long', 'other');
    expect([chat, shownTexts]).toEqual([['file long', 'file other'], []]);
  });

  it('what is neither text nor an image is said to be raw bytes', async () => {
    const contents = {
      pdf: [blob('pdf', Buffer.from('%PDF-\0'), 'application/pdf')],
      pack: [blob('pack', Buffer.from('\0\x01'))],
    };
    await fixture(contents, harness).attach('pdf', 'pack');
    expect(shownTexts).toEqual(['In Copilot sessions, models get pack, pdf as raw bytes, which most can’t read.']);
  });
});

describe('more than twenty at once', () => {
  const names = Array.from({ length: 21 }, (_, index) => `r${index}`);
  const contents = Object.fromEntries(names.map((name) => [name, [text(name, 100)]]));

  it('are asked about once, before any is read, with what is known of their size', async () => {
    const { attach, chat, context, read } = fixture(contents, { budget: 5_000 });
    await attach(...names.slice(1));
    expect([chat.length, read.length, asked]).toEqual([20, 20, []]);
    await attach(...names);
    expect([chat.length, read.length, context().includes('r0')]).toEqual([20, 20, false]);
    expect(asked).toEqual([
      {
        severity: 'warning',
        isModal: true,
        text: 'Attach 21 resources? (4K of 5K tokens)',
        detail: [
          'Each one is read from its server now. Those that don’t fit stay in the context, unchecked.',
          '“Let the Model Read on Demand” attaches a tool with which the model reads what it needs.',
        ].join('\n\n'),
        buttons: ['Attach', 'Let the Model Read on Demand'],
      },
    ]);
  });

  it('are attached as far as they fit, without a second question, and the rest is named', async () => {
    const { attach, chat, context } = fixture(contents, { budget: 3_900, room: 100_000 });
    fakeVscode.press('Attach');
    await attach(...names);
    expect([chat.length, asked.filter(({ isModal }) => isModal).length]).toEqual([20, 1]);
    expect([shownTexts.at(-1), context().split(' ').at(-1)]).toEqual([
      'Didn’t fit and unchecked in the context: r20.',
      '(r20)',
    ]);
  });

  it('are left to the tool, and none is read', async () => {
    const { attach, chat, context, read } = fixture(contents);
    fakeVscode.press('Let the Model Read on Demand');
    await attach(...names);
    expect([chat, context(), read]).toEqual([['tool mcpResources_context'], names.join(' '), []]);
    expect(asked[0]?.text).toBe('Attach 21 resources? (4K tokens)');
  });

  it('cannot be left to the tool where there is none, or no chat', async () => {
    fakeVscode.models.setOtherTools();
    await fixture(contents).attach(...names);
    fakeVscode.models.reset();
    await fixture(contents, { hasChat: false }).attach(...names);
    expect(asked.map(({ buttons }) => buttons)).toEqual([['Attach'], ['Attach']]);
  });
});

describe('more than the chat has room for', () => {
  const annotations = { a: { priority: 0.2 }, b: { priority: 0.9, audience: ['user'] as const }, c: { priority: 0.8 } };
  const given = { annotations, budget: 450, room: 10_000 };

  it('is asked about before, with what would be left out and why', async () => {
    const { attach, chat, context } = fixture(three, given);
    await attach('a', 'b', 'c');
    expect(asked).toEqual([
      {
        severity: 'warning',
        isModal: true,
        text: 'These 3 attachments use 580 tokens, but the limit is 450.',
        detail: [
          'The chat shortens or empties attachments over the limit without telling you.',
          'In agent mode, the model “Sol” leaves 450 tokens for attachments.',
          '“Attach What Fits” skips these (least important or too large):\n– b, 190 tokens',
          '“Let the Model Read on Demand” attaches a tool with which the model reads what it needs.',
        ].join('\n\n'),
        buttons: ['Attach What Fits', 'Let the Model Read on Demand', 'Attach All'],
      },
    ]);
    expect([chat, context()]).toEqual([[], '']);
  });

  it('is attached as far as it fits; the rest, which the question named, stays in the context, unchecked', async () => {
    const { attach, chat, context, contextThen, marked } = fixture(three, given);
    fakeVscode.press('Attach What Fits');
    await attach('a', 'b', 'c');
    expect([chat, context(), marked]).toEqual([['file a', 'file c'], 'a (b) c', ['a', 'c']]);
    // Unchecked first: the title would say for a moment that too much is attached.
    expect(contextThen).toEqual(['a (b) c']);
    expect(shownTexts).toHaveLength(1);
  });

  it('is left to the tool, with all of it in the context, and its check marks as they were', async () => {
    const { attach, chat, context, picked, marked } = fixture(three, given);
    await picked.add([resource('b')]);
    await picked.setChecked([resource('b')], false);
    fakeVscode.press('Let the Model Read on Demand');
    await attach('a', 'b', 'c');
    expect([chat, context(), marked]).toEqual([['tool mcpResources_context'], '(b) a c', []]);
  });

  it('is picked where a set added it: the tool reads nothing else', async () => {
    const { attaching, picked } = fixture(three, given);
    await picked.add(['a', 'b', 'c'].map((uri) => ({ ...resource(uri), reason: { set: 'Sales', state: 'new' } })));
    fakeVscode.press('Let the Model Read on Demand');
    await attaching.attach(picked.items);
    expect(picked.items.map((item) => picked.isChosen(item))).toEqual([true, true, true]);
  });

  it('is attached all the same', async () => {
    const { attach, chat, context } = fixture(three, given);
    fakeVscode.press('Attach All');
    await attach('a', 'b', 'c');
    expect([chat, context(), shownTexts.length]).toEqual([['file a', 'file b', 'file c'], 'a b c', 1]);
  });

  it('is so together with what waits to be sent, which does not count twice', async () => {
    const { attach, chat, picked } = fixture(three, { budget: 450, room: 10_000, waiting: ['a', 'c'] });
    await picked.add([resource('a'), resource('c')]);
    await attach('a');
    expect([chat, asked]).toEqual([['file a'], []]);
    await attach('b');
    expect(asked[0]?.text).toBe('“b” needs 190 tokens, but only 70 are available.');
    for (const part of [
      'Unsent attachments in the chat already use 380 tokens.',
      'These don’t fit with the rest of the message:',
    ])
      expect(asked[0]?.detail).toContain(part);
  });

  it('is asked about for a single file that does not fit, too', async () => {
    fakeVscode.models.setOtherTools();
    const { attach } = fixture(three, { budget: 50 });
    await attach('a');
    const [{ text, detail, buttons } = { text: '', detail: '', buttons: [] }] = asked;
    expect([text, buttons]).toEqual(['“a” uses 190 tokens, but the limit is 50.', ['Attach All']]);
    expect(detail).toContain('Too large to attach:\n– a, 190 tokens');
  });

  it('leaves out single files of a resource that consists of several', async () => {
    const { attach, chat, context } = fixture(
      { guide: [text('guide/one.txt', 40), text('guide/two.txt', 400)] },
      { budget: 200, room: 10_000 },
    );
    fakeVscode.press('Attach What Fits');
    await attach('guide');
    expect([chat, context()]).toEqual([['file guide/one.txt'], 'guide']);
  });

  it('is not asked about where it fits, and where nothing is known', async () => {
    for (const settings of [{ budget: 500 }, {}]) await fixture(three, settings).attach('a', 'b');
    expect(shownTexts).toEqual([]);
  });

  it('names no more than can be read, on one line each', async () => {
    const uris = Array.from({ length: 20 }, (_, index) => `evil\nname ${index} ${'x'.repeat(100)}`);
    const { attach } = fixture(Object.fromEntries(uris.map((uri) => [uri, [text(uri, 50)]])), { budget: 150 });
    await attach(...uris);
    const lines = (asked[0]?.detail ?? '').split('\n').filter((line) => line.startsWith('–') || line.startsWith('and'));
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      13,
      `– evil name 1 ${'x'.repeat(48)}…, 140 tokens`,
      'and 7 more',
    ]);
  });
});
