import type { CompleteRequestParams, CompleteResult, ResourceTemplateType } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { csv, findTable } from './content/database';
import { pageIcons, tableIcons, ticketIcons } from './content/icons';
import { tables } from './content/tables';
import { firstTicket, oldestTicket, ticket, ticketDocument } from './content/tickets';
import { wikiPages, wikiText, wikiUri } from './content/wiki';
import type { Document } from './document';
import type { ResourceStore } from './store';

const rows = 'db://larkspur/{schema}/{table}/rows{?limit}';
const tickets = 'ticket://support/{number}';
const search = 'wiki://larkspur/search{?words,language}';

export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: rows,
    name: 'table-rows',
    title: 'Rows of a table',
    description: 'The first rows of a table as CSV, or all rows without a limit.',
    mimeType: 'text/csv',
    icons: tableIcons,
    annotations: { audience: ['user', 'assistant'], priority: 0.9 },
  },
  {
    uriTemplate: tickets,
    name: 'ticket',
    title: 'Support ticket by number',
    description: `Also finds closed tickets from ${oldestTicket} on, which are not listed.`,
    mimeType: 'text/markdown',
    icons: ticketIcons,
    annotations: { audience: ['user', 'assistant'], priority: 0.7 },
  },
  {
    uriTemplate: search,
    name: 'wiki-search',
    title: 'Search the wiki',
    description: 'Pages that contain all of the words.',
    mimeType: 'text/markdown',
    icons: pageIcons,
  },
];

/** Returns the document that a template's URI names, or `undefined` when there is none. */
export function findByTemplate(uri: string): Document | undefined {
  return findRows(uri) ?? findTicket(uri) ?? findPages(uri);
}

function findRows(uri: string): Document | undefined {
  const match = /^db:\/\/larkspur\/([^/]+)\/([^/]+)\/rows(?:\?limit=(.*))?$/.exec(uri);
  const table = match && findTable(decode(match[1]), decode(match[2]));
  if (!table) return undefined;
  const limit = match[3] === undefined || match[3] === '' ? table.rows : Number(match[3]);
  if (!Number.isInteger(limit) || limit < 1)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'limit must be a whole number of at least 1.');
  return {
    uri,
    name: `${table.schema}.${table.name}.csv`,
    mimeType: 'text/csv',
    body: () => csv(table, limit, Date.now()),
  };
}

function findTicket(uri: string): Document | undefined {
  const number = Number(/^ticket:\/\/support\/(\d{1,6})$/.exec(uri)?.[1]);
  return number >= oldestTicket && number < firstTicket ? ticketDocument(ticket(number, Date.now())) : undefined;
}

function findPages(uri: string): Document | undefined {
  if (!/^wiki:\/\/larkspur\/search(\?|$)/.test(uri)) return undefined;
  const query = new URLSearchParams(uri.split('?')[1] ?? '');
  const language = query.get('language') ?? '';
  const words = (query.get('words') ?? '').toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const matches = wikiPages.filter((page) => {
    const text = wikiText(page).toLocaleLowerCase();
    return (language === '' || page.language === language) && words.every((word) => text.includes(word));
  });
  const lines = matches.map((page) => `- [${page.title}](${wikiUri(page)})`);
  const heading = `# ${matches.length} ${matches.length === 1 ? 'page' : 'pages'}${words.length > 0 ? ` about ${words.join(' ')}` : ''}`;
  return { uri, name: 'search', mimeType: 'text/markdown', body: () => `${heading}\n\n${lines.join('\n')}\n` };
}

function decode(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '');
  } catch {
    return text ?? '';
  }
}

/** Returns values for a variable of one of the templates, best first, at most the 100 that MCP allows. */
export function completeTemplate(
  { ref, argument, context }: CompleteRequestParams,
  store: ResourceStore,
): CompleteResult['completion'] {
  const template = ref.type === 'ref/resource' ? ref.uri : '';
  const values = candidates(template, argument.name, context?.arguments ?? {}, store);
  const typed = argument.value.toLocaleLowerCase();
  const starting = values.filter((value) => value.toLocaleLowerCase().startsWith(typed));
  const holding = values.filter((value) => !starting.includes(value) && value.toLocaleLowerCase().includes(typed));
  const matching = [...starting, ...holding];
  return { values: matching.slice(0, 100), total: matching.length, hasMore: matching.length > 100 };
}

/** Tables depend on the chosen schema, and search words on the language. */
function candidates(
  template: string,
  name: string,
  chosen: Readonly<Record<string, string>>,
  store: ResourceStore,
): string[] {
  switch (`${template} ${name}`) {
    case `${rows} schema`:
      return [...new Set(tables.filter((table) => fits(chosen['table'], table.name)).map((table) => table.schema))];
    case `${rows} table`:
      return tables.filter((table) => fits(chosen['schema'], table.schema)).map((table) => table.name);
    case `${rows} limit`:
      return ['10', '25', '50', '100'];
    case `${tickets} number`:
      return ticketNumbers(store);
    case `${search} language`:
      return [...new Set(wikiPages.map((page) => page.language))].sort();
    case `${search} words`:
      return wikiPages.filter((page) => fits(chosen['language'], page.language)).map((page) => page.title);
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown template or variable: ${name}.`);
  }
}

function fits(chosen: string | undefined, value: string): boolean {
  return chosen === undefined || chosen === '' || chosen === value;
}

function ticketNumbers(store: ResourceStore): string[] {
  const listed = [...store.startingWith('ticket://support/')].map(({ uri }) => Number(uri.split('/').at(-1)));
  const older = Array.from({ length: firstTicket - oldestTicket }, (_, index) => firstTicket - 1 - index);
  return [...listed.sort((left, right) => right - left), ...older].map(String);
}
