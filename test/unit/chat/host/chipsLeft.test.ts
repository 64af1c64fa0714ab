import { beforeEach, describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/core/base/event';
import { ContextSet, type PickedResource } from '../../../../src/core/context/contextSet';
import { keyOf, type ResourceAddress } from '../../../../src/core/resource/address';
import type { Seen } from '../../../../src/core/context/seenContents';
import { ChipsLeft } from '../../../../src/host/chat/chipsLeft';
import { FakeStore } from '../../../support/fakeStore';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { own } from '../../../support/own';

function resource(name: string, mimeType = 'text/plain'): PickedResource {
  return { serverId: 'shop', uri: `note:${name}`, name, title: undefined, mimeType, size: undefined };
}

const { shownTexts } = fakeVscode;
const [a, b, c] = [resource('a'), resource('b'), resource('c')];
let picked: ContextSet;
let mark: (address: ResourceAddress, kind: Seen['kind']) => void;

beforeEach(async () => {
  picked = new ContextSet(new FakeStore());
  await picked.add([a, b, c]);
  const last = new Map<string, Seen>();
  const changed = new Emitter<ResourceAddress>();
  mark = (address, kind) => {
    last.set(keyOf(address), { kind, mimeType: undefined } as Seen);
    changed.fire(address);
  };
  own(new ChipsLeft(picked, { last: (address) => last.get(keyOf(address)), onDidChange: changed.event }));
});

const still = 'a stays attached in the chat until you remove it there.';

describe('a chip that a change of the context leaves', () => {
  it('is reported once for each time it was attached', async () => {
    await picked.setChecked([a], false);
    await picked.setChecked([a], true);
    expect(shownTexts).toEqual([]);
    mark(a, 'attached');
    await picked.setChecked([a], false);
    await picked.setChecked([a], true);
    await picked.remove([a]);
    expect(shownTexts).toEqual([still]);
    await picked.undoRemoval();
    mark(a, 'attached');
    await picked.remove([a, c]);
    expect(shownTexts).toEqual([still, still]);
  });

  it('is counted with others', async () => {
    mark(a, 'attached');
    mark(b, 'attached');
    await picked.clear();
    expect(shownTexts).toEqual(['a, b stay attached in the chat until you remove them there.']);
  });

  it('is not reported once it was sent, nor for an image, whose sending is not noticed', async () => {
    const image = resource('i', 'image/png');
    await picked.add([image]);
    for (const one of [a, image]) mark(one, 'attached');
    mark(a, 'sent');
    await picked.setChecked([a, image], false);
    expect(shownTexts).toEqual([]);
  });
});
