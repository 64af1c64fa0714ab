import { beforeEach, expect, it } from 'vitest';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { ServerSource } from '../../../../src/core/configuration/configuration';
import { SignInUses } from '../../../../src/host/servers/signInUses';
import { MemoryCredentials } from '../../mcp/signInSupport';
import { define, folderSource, http, userSource } from '../../configuration/fixtures';

const [shopUrl, wikiUrl] = ['https://shop.example/mcp', 'https://wiki.example/mcp'];
const otherFolder: ServerSource = { ...folderSource, id: 'file:///home/ada/other' };
const ofSource = (source: ServerSource, name = 'shop'): ServerDefinition => ({
  ...define(http(shopUrl), source),
  id: `${source.kind}/${source.id}/${name}`,
});

let store: MemoryCredentials;
let uses: SignInUses;

beforeEach(() => {
  store = new MemoryCredentials();
  uses = new SignInUses(store);
});

it('the address of a server is there in the next window', async () => {
  await uses.add(ofSource(userSource), shopUrl);
  const next = new SignInUses(store);
  expect([await next.urlOf(ofSource(userSource)), await next.urlOf(ofSource(folderSource))]).toEqual([
    shopUrl,
    undefined,
  ]);
});

it('an address is gone with the last server that used it', async () => {
  const [one, other] = [ofSource(userSource, 'one'), ofSource(userSource, 'other')];
  await uses.add(one, shopUrl);
  await uses.add(other, shopUrl);
  await uses.add(ofSource(userSource, 'wiki'), wikiUrl);
  expect(await uses.removeGone([userSource], [other])).toEqual([wikiUrl]);
  expect(await uses.removeGone([userSource], [other])).toEqual([]);
  expect(await uses.removeGone([userSource], [])).toEqual([shopUrl]);
});

it('a server of another workspace, or of another profile, is not gone, and keeps the address', async () => {
  const otherProfile = { ...userSource, file: '/home/ada/profiles/b/mcp.json' };
  for (const source of [folderSource, otherFolder]) await uses.add(ofSource(source), shopUrl);
  await uses.add(ofSource(otherProfile), wikiUrl);
  expect(await uses.removeGone([userSource, folderSource], [])).toEqual([]);
  expect([await uses.urlOf(ofSource(otherFolder)), await uses.urlOf(ofSource(otherProfile))]).toEqual([
    shopUrl,
    wikiUrl,
  ]);
});

it('a server with another address has left the first', async () => {
  await uses.add(ofSource(userSource), shopUrl);
  await uses.add(ofSource(userSource), wikiUrl);
  expect([await uses.urlOf(ofSource(userSource)), JSON.parse([...store.all.values()][0] ?? '[]')]).toMatchObject([
    wikiUrl,
    [{ url: wikiUrl }],
  ]);
});

it('a broken store is an empty one', async () => {
  await store.set('uses', 'not JSON');
  expect(await uses.removeGone([userSource], [])).toEqual([]);
});
