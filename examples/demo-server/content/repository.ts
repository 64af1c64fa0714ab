import type { Document } from '../document';
import { serviceFiles } from './repositoryService';
import { operationsFiles } from './repositoryOperations';
import { webFiles } from './repositoryWeb';
import { ago } from './time';

const types: Readonly<Record<string, string>> = {
  ts: 'text/x-typescript',
  py: 'text/x-python',
  sql: 'application/sql',
  css: 'text/css',
  html: 'text/html',
  json: 'application/json',
  yaml: 'application/yaml',
  toml: 'application/toml',
  md: 'text/markdown',
  sh: 'application/x-sh',
};

/** The files of the repository `shop`, in the order of their paths. */
export function repository(now: number): Document[] {
  const past = ago(now);
  return [...webFiles, ...serviceFiles, ...operationsFiles]
    .sort((left, right) => (left.path < right.path ? -1 : 1))
    .map(({ path, text, description, age, priority, audience }) => {
      const name = path.split('/').at(-1) ?? path;
      const content = text.trimStart();
      return {
        uri: `repo://larkspur/shop/${path}`,
        name,
        ...(description !== undefined && { description }),
        mimeType: types[name.split('.').at(-1) ?? ''] ?? 'text/plain',
        ...(age !== undefined && { lastModified: past.days(age) }),
        ...(priority !== undefined && { priority }),
        ...(audience && { audience }),
        meta: { 'larkspur.example/branch': 'main' },
        body: () => content,
      };
    });
}
