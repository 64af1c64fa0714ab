// npm run chat-table: what a session of the Copilot harness gets of attachments, by the requests that its model got and the files that they name.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blob } from '../e2e/base/changingServer.js';
import { ContextRows } from '../e2e/context/contextRows.js';
import { CopilotChat, nameOf } from '../support/copilot/copilotChat.js';
import { allImagesOf, selectionOf, snapshotsOf } from '../support/copilot/harnessMessages.js';
import type { ModelRequest } from '../support/copilot/modelServer.js';
import { attachAll } from '../support/copilot/outcome.js';
import { sampleTexts } from '../support/copilot/sampleTexts.js';
import { waitFor } from '../support/workbench/waiting.js';

/** Base names have to differ: the files that arrive have no other. */
interface Row {
  readonly name: string;
  /** Texts by URI, which the server has besides its own. */
  readonly texts?: Readonly<Record<string, string>>;
  /** What the server has of them, where it is not the text itself. */
  readonly served?: Readonly<Record<string, Blob>>;
  /** What the server has instead when the message is sent. */
  readonly changed?: Readonly<Record<string, string>>;
  /** Attached besides the texts: resources that the demo server has. */
  readonly others?: readonly string[];
}

/** So many texts, each of so many characters. */
const prose = (count: number, length: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `box://desk/${count}-of-${length}-${index}.txt`,
      sampleTexts.prose(length, index),
    ]),
  );

const log = (name: string, lines: number): Readonly<Record<string, string>> => ({
  [`box://desk/${name}.log`]: Array.from({ length: lines }, (_, index) => `Line ${index}: an order was packed.\n`).join(
    '',
  ),
});

const rows: readonly Row[] = [
  // The product does not know yet that the user chats there.
  { name: '50 kB in the first message', texts: prose(1, 50_000) },
  { name: '1 kB', texts: prose(1, 1_000) },
  { name: '20 kB', texts: prose(1, 20_000) },
  { name: '60 kB', texts: prose(1, 60_000) },
  { name: '100 kB', texts: prose(1, 100_000) },
  { name: '30 texts of 1 kB', texts: prose(30, 1_000) },
  { name: '40 kB beside 2 kB', texts: { ...prose(1, 40_000), ...prose(2, 2_000) } },
  { name: 'a log of 20 kB that grows', texts: log('a', 600), changed: log('a', 650) },
  { name: 'a log of 49 kB that grows', texts: log('b', 1_400), changed: log('b', 1_402) },
  { name: 'a text that shrinks', texts: log('c', 300), changed: log('c', 3) },
  { name: 'an image', others: ['media://larkspur/photographs/echinacea.png'] },
  { name: 'a PDF', others: ['media://larkspur/print/catalogue-spring.pdf'] },
  {
    name: 'a text in UTF-16',
    texts: { 'box://desk/utf16.txt': 'Grüße' },
    served: {
      'box://desk/utf16.txt': {
        mimeType: 'text/plain; charset=utf-16le',
        blob: Buffer.from('Grüße', 'utf16le').toString('base64'),
      },
    },
  },
  { name: 'a text beside an image', texts: prose(1, 3_000), others: ['media://larkspur/photographs/echinacea.png'] },
];

/** `bytes` are no text that a model reads, and `excerpt` is the beginning of a text: both have to be said. */
type Arrival = 'whole' | 'image' | 'bytes' | 'excerpt' | 'missing' | 'old';

async function arrivalOf(request: ModelRequest, uri: string, text: string | undefined): Promise<Arrival> {
  const file = (await snapshotsOf(request)).find(({ name }) => name === nameOf(uri));
  if (text === undefined && allImagesOf(request).length > 0) return 'image';
  if (!file) return selectionOf(request) === nameOf(uri) ? 'excerpt' : 'missing';
  if (text === undefined) return 'bytes';
  return file.bytes.toString() === text ? 'whole' : 'old';
}

let chat: CopilotChat;
const context = new ContextRows(() => chat.workbench);
const table: string[] = [];

beforeAll(async () => {
  const texts = Object.fromEntries(rows.flatMap((row) => Object.entries({ ...row.texts, ...row.served })));
  chat = await CopilotChat.start(texts, { harness: true });
});
afterAll(async () => {
  console.log(table.join('\n'));
  await chat.dispose();
});

/** What *Context* says, each once. */
async function said(): Promise<readonly string[]> {
  const labels = (await context.all()).map(({ ariaLabel }) => ariaLabel);
  return [...new Set(labels.map((label) => label.replace(/^[^,]*, /u, '')))];
}

describe('in the harness', () => {
  it.each(rows)('$name', async ({ name, texts = {}, changed = {}, others = [] }) => {
    await chat.begin('harness');
    const uris = [...Object.keys(texts), ...others];
    const isAsked = await attachAll(chat, uris);
    await chat.server.change(changed);
    if (Object.keys(changed).length > 0)
      await waitFor('the change', async () => (await said()).join().includes('updated'));
    // VS Code counts the images of an attached folder: a user takes longer to write a message.
    if (others.length > 0) await chat.workbench.page.waitForTimeout(2_500);
    const request = await chat.send('What do you see?');
    const wanted = { ...texts, ...changed };
    const arrivals = await Promise.all(uris.map((uri) => arrivalOf(request, uri, wanted[uri])));
    await waitFor('all to be sent', async () => (await said()).every((row) => row.includes('sent')));
    const counted = [...new Set(arrivals)].map(
      (arrival) => `${arrivals.filter((one) => one === arrival).length} ${arrival}`,
    );
    const words = (await said()).join(' / ');
    table.push(`harness | ${name} | ${counted.join(', ')}${isAsked ? ', asked about' : ''} | ${words}`);
    expect(arrivals.filter((arrival) => arrival === 'missing' || arrival === 'old')).toEqual([]);
    expect([isAsked, words.includes('only beginning sent'), /maybe|doesn’t fit/u.test(words)]).toEqual([
      false,
      arrivals.includes('excerpt'),
      false,
    ]);
  });
});
