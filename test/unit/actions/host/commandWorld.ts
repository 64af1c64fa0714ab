import { expect } from 'vitest';
import { commands } from 'vscode';
import type { CatalogEntry } from '../../../../src/core/catalog/catalog';
import { withProof } from '../../../../src/host/base/proofs';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { definition } from '../../connection/fakeServer';
import { ResourceWorld } from './resourceWorld';

/** A world with commands; its server `shop` lists `note:a` and others. */
export class CommandWorld extends ResourceWorld {
  /** What the commands did: a word with the URIs of resources, or a list of anything. */
  readonly done: unknown[] = [];

  readonly did = (...what: readonly unknown[]): Promise<void> => Promise.resolve(void this.done.push(what));
  readonly about =
    (what: string) =>
    (resources: readonly { readonly uri: string }[]): Promise<void> =>
      Promise.resolve(void this.done.push([what, ...resources.map(({ uri }) => uri)].join(' ')));

  entry(name: string): CatalogEntry {
    return this.catalog.find(definition('shop').id, `note:${name}`)!;
  }

  row(name: string): unknown {
    return { kind: 'resource', id: name, entry: this.entry(name) };
  }

  async takesRows(id: string, action: string): Promise<void> {
    await runOwn(id, this.row('a'), undefined);
    const group = { kind: 'scheme', ids: [this.entry('b').id, this.entry('c').id] };
    await runOwn(id, this.row('a'), [this.row('b'), this.row('a'), group]);
    await runOwn(id, { resources: [this.picks(definition('shop'), 'note:c')] });
    expect(this.done).toEqual([`${action} note:a`, `${action} note:b note:a note:c`, `${action} note:c`]);
    expect(this.wakes).toBe(0);
  }

  async needsRow(id: string): Promise<void> {
    await run(id);
    expect([this.done, askedTexts()]).toEqual([[], ['Select a resource in a view first.']]);
  }
}

export const run = (id: string, ...args: unknown[]): Thenable<unknown> =>
  commands.executeCommand(`mcpResources.${id}`, ...args);
/** As from a row, a link or a button of this window. */
export const runOwn = (id: string, ...args: unknown[]): Thenable<unknown> =>
  run(id, ...(withProof({ title: '', command: `mcpResources.${id}`, arguments: args }).arguments as unknown[]));
export const askedTexts = (): string[] => fakeVscode.messages.asked.map(({ text }) => text);
