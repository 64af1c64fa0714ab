// Rules for every floor; lint checks which imports its rooms may have.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { floors } from '../../../scripts/lib/rooms.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const entries = (folder: string) => readdirSync(path.join(root, folder), { withFileTypes: true });
const filesIn = (folder: string): readonly string[] =>
  entries(folder).flatMap((entry) => (entry.isFile() && entry.name.endsWith('.ts') ? [entry.name] : []));
/** Skips empty folders: Git does not track them, so they can be left over. */
const foldersIn = (folder: string): readonly string[] =>
  entries(folder).flatMap((entry) =>
    entry.isDirectory() && entries(`${folder}/${entry.name}`).length > 0 ? [entry.name] : [],
  );
const below = (folder: string): readonly string[] => [
  folder,
  ...foldersIn(folder).flatMap((name) => below(`${folder}/${name}`)),
];

/** The files that join the rooms of a floor. */
const joining: Readonly<Record<string, RegExp>> = {
  'src/core': /^compose\.ts$/,
  'src/host': /^(compose\w*|contributes)\.ts$/,
  'webview-ui': /^main\.ts$/,
};

describe.each(Object.entries(floors))('%s', (floor, rooms) => {
  it('has no rooms that need each other', () => {
    const left = new Map(Object.entries(rooms));
    // Removes rooms that need none of the remaining ones, until nothing changes.
    for (let before = -1; before !== left.size;) {
      before = left.size;
      for (const [room, needed] of left) if (needed.every((name) => !left.has(name))) left.delete(room);
    }
    expect([...left.keys()]).toEqual([]);
  });

  it('has these rooms, and nothing outside of them', () => {
    const otherFolders = floor === 'webview-ui' ? ['styles'] : [];
    expect(foldersIn(floor).toSorted()).toEqual([...Object.keys(rooms), ...otherFolders].toSorted());
    expect(filesIn(floor).filter((name) => !joining[floor]?.test(name))).toEqual([]);
  });
});

it('src has these floors, and nothing outside of them', () => {
  const floorsOfSource = Object.keys(floors).flatMap((floor) => (floor.startsWith('src/') ? [floor.slice(4)] : []));
  expect(foldersIn('src').toSorted()).toEqual([...floorsOfSource, 'shared'].toSorted());
  expect(filesIn('src')).toEqual(['extension.ts']);
});

const floorsOfTests = ['test/unit', 'test/webview', 'test/e2e'];

it.each([...Object.keys(floors), ...floorsOfTests])('no folder of %s has more than 24 files', (floor) => {
  const full = below(floor).map((folder) => `${folder}: ${filesIn(folder).length}`);
  expect(full.filter((text) => Number(text.split(' ')[1]) > 24)).toEqual([]);
});

it.each(floorsOfTests)('%s has the rooms of the product', (floor) => {
  const rooms = Object.values(floors).flatMap((some) => Object.keys(some));
  const otherRooms = ['compose', 'faults', 'journeys', 'node', 'project', 'shared', 'support'];
  expect(foldersIn(floor).filter((name) => ![...rooms, ...otherRooms].includes(name))).toEqual([]);
  expect(filesIn(floor)).toEqual([]);
});
