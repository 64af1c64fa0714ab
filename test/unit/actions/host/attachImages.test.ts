import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { UIKind } from 'vscode';
import { Emitter } from '../../../../src/core/base/event';
import { rendition } from '../../../../src/core/content/rendition';
import type { Content } from '../../../../src/core/content/content';
import type { Seen } from '../../../../src/core/context/seenContents';
import type { ResourceAddress } from '../../../../src/core/resource/address';
import { ContextSet, type PickedResource } from '../../../../src/core/context/contextSet';
import { TempFiles } from '../../../../src/node/files/tempFiles';
import { ImageFiles } from '../../../../src/host/actions/attachImages';
import { FakeClock } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { needsOf } from '../../../support/needsOf';
import { own } from '../../../support/own';
import { newFolder } from '../../../support/newFolder';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const other = Buffer.concat([png, Buffer.from('more')]);
const gif = Buffer.from('GIF89a\x01\0\x01\0');

let root: string;

beforeEach(async () => void (root = await newFolder()));

const photo: PickedResource = {
  serverId: 'shop',
  uri: 'media://photo',
  name: '../..\\..evil: photo.exe',
  title: undefined,
  mimeType: 'text/plain',
  size: undefined,
};

function contentOf(...blobs: readonly Uint8Array[]): Content {
  const parts = blobs.map((bytes, index) => ({
    uri: blobs.length > 1 ? `${photo.uri}/${index}.png` : photo.uri,
    mimeType: undefined,
    body: { kind: 'blob', bytes } as const,
  }));
  return rendition(photo.uri, parts) as Content;
}

async function fixture() {
  const picked = new ContextSet(new FakeStore());
  await picked.add([photo]);
  const didChange = new Emitter<ResourceAddress>();
  let content: Content | undefined;
  const clock = new FakeClock();
  const temp = new TempFiles(root);
  const sent: unknown[] = [];
  let kind: 'attached' | 'sent' = 'attached';
  const seen = {
    last: () => ({ kind }) as Seen,
    mark: (...mark: unknown[]) => {
      kind = 'sent';
      sent.push(mark);
    },
  };
  const cache = { onDidChange: didChange.event, peek: () => content };
  const services = needsOf({ clock, cache, picked, seen, log: silent });
  const needs = services as unknown as ConstructorParameters<typeof ImageFiles>[0];
  const images = own(new ImageFiles(needs, temp));
  /** Returns the paths of all files below the temporary folder. */
  const files = async (): Promise<readonly string[]> => {
    await images.settled;
    const all = await readdir(root, { recursive: true, withFileTypes: true });
    return all.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  };
  const change = (...blobs: readonly Uint8Array[]): void => {
    content = contentOf(...blobs);
    didChange.fire(photo);
  };
  const lose = (): void => {
    content = undefined;
    didChange.fire(photo);
  };
  return { clock, images, picked, sent, files, change, lose };
}

describe('an image for the chat', () => {
  it('is a file on this machine, of its own type and a harmless name, readable by its owner only', async () => {
    const { images, files } = await fixture();
    const { kind, uri } = await images.attachmentOf(photo, undefined, png);
    expect([kind, path.basename(uri.fsPath), await files()]).toEqual(['file', 'evil-photo.exe.png', [uri.fsPath]]);
    expect(await readFile(uri.fsPath)).toEqual(png);
    const modes = [uri.fsPath, path.dirname(uri.fsPath), path.join(uri.fsPath, '../..')].map(
      async (one) => (await stat(one)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o600, 0o700, 0o700]);
  });

  it('is sent when a message takes it from its folder, each time, but not when its chip counts what is in there', async () => {
    fakeVscode.env.set({ uiKind: UIKind.Web, remoteName: undefined });
    const { clock, images, change, sent } = await fixture();
    change(png);
    const { uri } = await images.attachmentOf(photo, undefined, png);
    const [file = ''] = (await readdir(uri.fsPath)).map((name) => path.join(uri.fsPath, name));
    const look = async (): Promise<number> => {
      await clock.advance(2_000);
      await expect.poll(() => clock.pending.length).toBe(1);
      return sent.length;
    };
    await readFile(file);
    await clock.advance(100);
    await expect.poll(() => clock.pending.length).toBe(1);
    expect(await look()).toBe(0);
    for (const times of [1, 2]) {
      await readFile(file);
      expect([await look(), await look()]).toEqual([times, times]);
    }
    expect(sent[0]).toEqual([photo, contentOf(png), 'sent']);
    change(Buffer.from('no image'));
    await images.attachmentOf(photo, undefined, png);
    expect(clock.pending).toHaveLength(1);
  });

  it('stays in its folder until a message took it, also where the resource leaves the context', async () => {
    fakeVscode.env.set({ uiKind: UIKind.Web, remoteName: undefined });
    const { clock, images, picked, sent, files, change } = await fixture();
    change(png);
    await images.attachmentOf(photo, undefined, png);
    await clock.advance(2_000);
    await picked.remove([photo]);
    const [file = ''] = await files();
    await readFile(file);
    for (const passes of [2_000, 2_000]) {
      await clock.advance(passes);
      await expect.poll(() => sent.length).toBe(1);
    }
    await expect.poll(files).toEqual([]);
  });

  it.each([
    ['in a browser', { uiKind: UIKind.Web, remoteName: undefined }],
    ['on another machine', { uiKind: UIKind.Desktop, remoteName: 'ssh-remote' }],
  ])('is a folder with nothing else in it %s', async (_, env) => {
    fakeVscode.env.set(env);
    const { images, files } = await fixture();
    const { kind, uri } = await images.attachmentOf(photo, undefined, gif);
    expect([kind, path.basename(uri.fsPath), await files()]).toEqual([
      'folder',
      'evil-photo.exe.gif',
      [path.join(uri.fsPath, 'evil-photo.exe.gif')],
    ]);
  });

  it('is in a place that cannot be guessed, and stays there when it is attached again', async () => {
    const { images, files } = await fixture();
    const first = await images.attachmentOf(photo, undefined, png);
    const second = await images.attachmentOf(photo, undefined, other);
    expect(first.uri.fsPath).toMatch(/[0-9a-f-]{36}[/\\][0-9a-f-]{36}[/\\]/u);
    expect([second, await files()]).toEqual([first, [first.uri.fsPath]]);
    expect(await readFile(first.uri.fsPath)).toEqual(other);
  });

  it('follows its resource: the message carries what is there when it is sent', async () => {
    const { images, files, change } = await fixture();
    const { uri } = await images.attachmentOf(photo, undefined, png);
    for (const bytes of [other, png, other]) change(bytes);
    await files();
    expect(await readFile(uri.fsPath)).toEqual(other);
  });

  it('follows its part of a resource of several files', async () => {
    const { images, files, change } = await fixture();
    const [, part] = contentOf(gif, png).parts;
    const { uri } = await images.attachmentOf(photo, part, png);
    change(gif, other);
    await files();
    expect([path.basename(uri.fsPath), await readFile(uri.fsPath)]).toEqual(['1.png', other]);
  });

  it('is gone when the resource is an image of that kind no longer, leaves the context, or the window closes', async () => {
    const { images, files, picked, change } = await fixture();
    await images.attachmentOf(photo, undefined, png);
    change(gif);
    expect(await files()).toEqual([]);
    await images.attachmentOf(photo, undefined, gif);
    await picked.setChecked([photo], false);
    expect(await files()).toHaveLength(1);
    await picked.remove([photo]);
    expect(await files()).toEqual([]);
    await images.attachmentOf(photo, undefined, png);
    expect(await files()).toHaveLength(1);
    images.dispose();
    expect(await readdir(root)).toEqual([]);
  });

  it('is gone when its content may no longer be shown', async () => {
    const { images, files, lose } = await fixture();
    await images.attachmentOf(photo, undefined, png);
    expect(await files()).toHaveLength(1);
    lose();
    expect(await files()).toEqual([]);
  });

  it('is refused where it is none', async () => {
    const { images, files } = await fixture();
    await expect(images.attachmentOf(photo, undefined, Buffer.from('#!/bin/sh'))).rejects.toThrow('Not an image');
    expect(await files()).toEqual([]);
  });
});

describe('what a window that crashed has left', () => {
  it('goes at the next start, and what other windows have stays', async () => {
    const left = [`${2 ** 30}-dead`, 'nonsense', `${process.ppid}-alive`];
    for (const name of left) await writeFile(path.join(root, name), '');
    await new TempFiles(root).sweep();
    expect(await readdir(root)).toEqual([`${process.ppid}-alive`]);
  });
});
