import { showable } from '../../src/core/base/showable';
import { parseConfigurationText, withLines } from '../../src/core/configuration/configurationText';
import {
  hasReferences,
  mapTexts,
  referencesIn,
  substitute,
} from '../../src/core/configuration/launch/variableReferences';
import { parsePortable } from '../../src/core/configuration/parsePortable';
import { parseServers, type ParsedServers } from '../../src/core/configuration/parseServers';
import type { ServerDefinition } from '../../src/core/configuration/serverDefinition';
import type { ServerSource } from '../../src/core/configuration/configuration';
import { sha256 } from '../../src/node/base/sha256';
import { hold, jsonIn, same, some, textIn, type Target } from '../target';

const source = (format: ServerSource['format']): ServerSource => ({
  kind: 'folder',
  format,
  id: 'file:///folder',
  label: 'mcp.json',
  file: '/folder/mcp.json',
  folder: '/folder',
});

/** Files that configure servers. */
export const configuration: Target = {
  name: 'configuration',
  isJson: true,
  words: [
    ...[
      'servers',
      'mcpServers',
      'inputs',
      'command',
      'args',
      'env',
      'envFile',
      'cwd',
      'url',
      'headers',
      'type',
      'config',
    ],
    ...[
      'stdio',
      'http',
      'sse',
      'ws',
      'id',
      'promptString',
      'pickString',
      'options',
      'password',
      'default',
      '__proto__',
    ],
    ...['${input:key}', '${env:HOME}', '${VAR:-x}', '${', '}', 'https://example.com/mcp', 'http://[::1]/', '$schema'],
    ...['// comment\n', '/* */', ',', '{"a":', '\\'],
  ],
  check(bytes) {
    const text = textIn(bytes);
    const { value, problem } = parseConfigurationText(source('vscode'), text);
    const lines = text.split(/\r\n|\r|\n/u).length;
    hold(problem?.line === undefined || problem.line < lines, 'A mistake has its line.', problem?.line);
    checkJson(bytes, value, problem?.message);
    const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
    const parsed = parseServers(source('vscode'), fields['servers'], fields['inputs'], sha256);
    const portable = parsePortable(source('portable'), text, sha256);
    for (const { definitions, problems } of [parsed, portable]) {
      definitions.forEach(checkDefinition);
      for (const { line } of withLines(problems, text))
        hold(line === undefined || line < lines, 'A problem has its line.', line);
    }
    checkIds(parsed);
    checkIds(portable);
    checkReferences(text);
    return `${some(parsed.definitions.length)} and ${some(portable.definitions.length)} servers, ${some(parsed.problems.length)} problems${problem ? ', mistake' : ''}`;
  },
};

function checkJson(bytes: Uint8Array, value: unknown, mistake = ''): void {
  const json = jsonIn(bytes);
  if (json === undefined || mistake.includes('nested too deeply') || textIn(bytes).includes('"__proto__"')) return;
  hold(mistake === '', 'JSON has no mistake.', mistake);
  same(value, json, 'JSON means what it means.');
}

function checkIds({ definitions }: ParsedServers): void {
  hold(new Set(definitions.map(({ id }) => id)).size === definitions.length, 'Every server has an id of its own.');
}

function checkDefinition({ name, launch, hash, inputs }: ServerDefinition): void {
  hold(/^[\da-f]{64}$/u.test(hash), 'Consent hangs on a hash.', hash);
  hold(showable(name, '') === name, 'A name is what it looks like.', name);
  hold(
    inputs.every(({ id }) => id !== ''),
    'An input has an id.',
  );
  mapTexts(launch, (text, place) => {
    hold(typeof text === 'string', 'A launch consists of texts.', place);
    return text;
  });
  if (launch.kind === 'stdio') {
    hold(launch.command.trim() !== '', 'A process has a command.');
    return;
  }
  const isPlain = !hasReferences(launch.url);
  hold(!isPlain || /^https?:$/u.test(new URL(launch.url).protocol), 'A server over HTTP has such a URL.', launch.url);
  hold(
    Object.keys(launch.headers).every((header) => /^[\w!#$%&'*+.^`|~-]+$/u.test(header)),
    'A header has a name.',
  );
}

function checkReferences(text: string): void {
  const references = referencesIn(text);
  const values = new Map(references.map((reference) => [reference.text, reference.text]));
  same(substitute(text, values), text, 'A reference stands where it is written.');
  hold(
    references.every((reference) => text.includes(reference.text)),
    'A reference is a part of the text.',
  );
}
