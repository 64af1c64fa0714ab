// What developers start from their editor exists, and there is something for each kind of test.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projects } from '../../../scripts/lib/testOptions.mjs';

interface Launch {
  readonly name: string;
  readonly type: string;
  readonly program?: string;
  readonly args: readonly string[];
  readonly debugWebviews?: boolean;
  readonly preLaunchTask?: string;
}
const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { configurations } = JSON.parse(read('.vscode/launch.json')) as { readonly configurations: readonly Launch[] };
const { tasks } = JSON.parse(read('.vscode/tasks.json')) as {
  readonly tasks: readonly { readonly label: string; readonly script: string }[];
};
const { scripts, engines } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};

it('each kind of test can be debugged', () => {
  const started = configurations.map(({ program = '', args }) => [program, ...args].join(' '));
  const missing = projects.filter((name) => !started.some((line) => line.includes(name)));
  expect(missing).toEqual([]);
});

it('pages are debugged with the extension, whose code is built meanwhile', () => {
  const hosts = configurations.filter(({ type }) => type === 'extensionHost');
  expect(hosts.length).toBeGreaterThan(0);
  expect(hosts.filter(({ debugWebviews, preLaunchTask }) => !debugWebviews || preLaunchTask !== 'watch')).toEqual([]);
});

it('what is started exists: programs, folders, tasks and scripts', () => {
  const words = configurations.flatMap(({ program = '', args }) => [program, ...args]);
  const paths = words.flatMap((word) => word.split('${workspaceFolder}').slice(1));
  expect(paths.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
  const labels = tasks.map(({ label }) => label);
  const wanted = configurations.flatMap(({ preLaunchTask }) => preLaunchTask ?? []);
  expect(wanted.filter((label) => !labels.includes(label))).toEqual([]);
  expect(tasks.filter(({ script }) => !(script in scripts))).toEqual([]);
});

it('.nvmrc names the Node that is promised', () => {
  expect(engines.node).toMatch(new RegExp(String.raw`^>=${read('.nvmrc').trim()}\.`, 'u'));
});
