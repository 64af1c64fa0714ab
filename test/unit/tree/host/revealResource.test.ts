import { expect, it } from 'vitest';
import { revealResource } from '../../../../src/host/tree/revealResource';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { listAll, newCatalog, resource } from '../../catalog/fixtures';

it('a resource is shown in the tree, or it is said why it is not there', async () => {
  const { catalog } = newCatalog();
  listAll(catalog, [resource('note:a'), resource('note:b', { title: 'B' })]);
  const shown: unknown[] = [];
  const tree = {
    reveal: (id: number) => Promise.resolve(shown.push(catalog.get(id)?.resource.uri) === 1),
  };
  const named = (uri: string) => ({
    serverId: 'shop',
    uri,
    name: uri,
    title: catalog.find('shop', uri)?.resource.title,
  });
  await revealResource([named('note:a'), named('note:b')], catalog, tree);
  await revealResource([named('note:b')], catalog, tree);
  await revealResource([named('note:gone')], catalog, tree);
  await revealResource([], catalog, tree);
  const sentence =
    'in the tree: the server doesn’t list it, or a filter hides it. Check the filters or refresh the list.';
  expect([shown, fakeVscode.shownTexts]).toEqual([
    ['note:a', 'note:b'],
    [`Couldn’t show “B” ${sentence}`, `Couldn’t show “note:gone” ${sentence}`],
  ]);
});
