import { isFields, toText } from '../base/values';
import { sortOrders, type SearchQuery } from '../../shared/protocol';
import { readSearchQuery } from '../../shared/searchQuery';
import type { TemplateValue } from '../templates/uriTemplate';
import { ToolError } from './toolError';

/** A model's parameters for a list. */
export interface ListInput {
  readonly query: SearchQuery;
  readonly cursor: string | undefined;
  /** Number of rows per page. */
  readonly limit: number;
}

/** A range of a text: lines are 1-based, characters 0-based. */
export interface TextRange {
  readonly startLine: number | undefined;
  /** Inclusive. */
  readonly endLine: number | undefined;
  readonly offset: number | undefined;
  readonly length: number | undefined;
}

export interface ReadInput {
  readonly uri: string | undefined;
  readonly uriTemplate: string | undefined;
  /** Values of the template's variables. */
  readonly values: ReadonlyMap<string, TemplateValue>;
  /** The name of a server. */
  readonly server: string | undefined;
  /** 1-based, of a resource with several contents. */
  readonly part: number | undefined;
  readonly range: TextRange | undefined;
}

export interface ContextInput {
  readonly read: ReadInput | undefined;
  readonly withContents: boolean;
  /** 1-based, of the checked resources. */
  readonly start: number;
}

const defaultLimit = 25;
const highestLimit = 100;

/** Models do not always follow the schema: values of a wrong type count as absent. */
export function readListInput(value: unknown): ListInput {
  const input = isFields(value) ? value : {};
  const text = [
    textIn(input, 'query') ?? '',
    filter('server', textIn(input, 'server')),
    ...(['scheme', 'type'] as const).map((name) => filter(name, ...(textIn(input, name) ?? '').split(','))),
  ];
  const sort = sortOrders.find((candidate) => candidate === input['sort']);
  return {
    query: readSearchQuery({ text: text.join(' ').trim(), audience: input['audience'], sort }),
    cursor: textIn(input, 'cursor'),
    limit: Math.min(highestLimit, numberIn(input, 'limit', 1) ?? defaultLimit),
  };
}

/** A filter in the query language. No value can end the quotes. */
function filter(name: string, ...values: readonly (string | undefined)[]): string {
  const quotedValues = values.flatMap((value) => (value?.trim() ? [`"${value.trim().replaceAll('"', '')}"`] : []));
  return quotedValues.length === 0 ? '' : `${name}:${quotedValues.join(',')}`;
}

export function readReadInput(value: unknown): ReadInput {
  const input = isFields(value) ? value : {};
  const [uri, uriTemplate] = [textIn(input, 'uri'), textIn(input, 'uriTemplate')];
  if (uri === undefined && uriTemplate === undefined)
    throw new ToolError(
      'Give the exact "uri" of a resource, or a "uriTemplate" with its "arguments". Listing MCP resources finds both.',
    );
  if (uri !== undefined && uriTemplate !== undefined)
    throw new ToolError('Give either "uri" or "uriTemplate" with "arguments", not both.');
  const [startLine, endLine] = [numberIn(input, 'startLine', 1), numberIn(input, 'endLine', 1)];
  const [offset, length] = [numberIn(input, 'offset', 0), numberIn(input, 'length', 1)];
  const range = { startLine, endLine, offset, length };
  const isRange = Object.values(range).some((number) => number !== undefined);
  return {
    uri,
    uriTemplate,
    values: valuesIn(input['arguments']),
    server: textIn(input, 'server'),
    part: numberIn(input, 'part', 1),
    range: isRange ? range : undefined,
  };
}

export function readContextInput(value: unknown): ContextInput {
  const input = isFields(value) ? value : {};
  const isAboutOne = textIn(input, 'uri') !== undefined;
  return {
    read: isAboutOne ? readReadInput({ ...input, uriTemplate: undefined }) : undefined,
    withContents: input['contents'] !== false,
    start: numberIn(input, 'start', 1) ?? 1,
  };
}

/** The parameters of a read for the folder that is to be listed; `undefined` for a search. */
export function folderIn(value: unknown): object | undefined {
  const input = isFields(value) ? value : {};
  const uri = textIn(input, 'folder');
  return uri === undefined ? undefined : { uri, server: input['server'] };
}

function textIn(input: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number not below `least`; a text of one is accepted. */
function numberIn(input: Readonly<Record<string, unknown>>, name: string, least: number): number | undefined {
  const value = input[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= least ? number : undefined;
}

function valuesIn(value: unknown): ReadonlyMap<string, TemplateValue> {
  const entries = isFields(value) ? Object.entries(value) : [];
  return new Map(
    entries.flatMap(([name, raw]): [string, TemplateValue][] => {
      const items = Array.isArray(raw) ? raw.flatMap((item) => toText(item) ?? []) : undefined;
      if (items) return [[name, items]];
      if (isFields(raw))
        return [[name, new Map(Object.entries(raw).flatMap(([key, item]) => pair(key, toText(item))))]];
      const text = toText(raw);
      return text === undefined || text === '' ? [] : [[name, text]];
    }),
  );
}

function pair(key: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[key, value]];
}
