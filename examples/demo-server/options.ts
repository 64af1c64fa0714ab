import { parseArgs } from 'node:util';

/** The demo server's command-line options. */
export interface DemoOptions {
  /** The port of the HTTP server, 0 for any free one; `undefined` serves stdio. */
  readonly http: number | undefined;
  /** Interval between lines of the live log, in ms; 0 for never. */
  readonly logInterval: number;
  /** Interval between changes of tickets, in ms; 0 for never. */
  readonly ticketInterval: number;
  /** Number of generated resources to add. */
  readonly resources: number;
  readonly pageSize: number;
  readonly watchFile: string | undefined;
  /** True to refuse clients that begin with `initialize`. */
  readonly modernOnly: boolean;
}

export const usage = `The MCP server of Larkspur, a mail-order nursery that does not exist.

  node dist/demo-server.js                serve over stdio
  node dist/demo-server.js --http PORT    serve over streamable HTTP on 127.0.0.1 (0: any free port)

  --log-interval MS      how often to add a line to log://shop/web/current (default: 4000; 0: never)
  --ticket-interval MS   how often to change or add a ticket (default: 25000; 0: never)
  --resources N          add N generated resources under archive:// (0 to 1000000)
  --page-size N          resources per page (default: 50)
  --watch-file FILE      apply changes from a JSON file
                         {"<uri>": "<text>", {"mimeType": "<type>", "blob": "<base64>"} or null}
  --modern-only          support only protocol revision 2026-07-28
`;

/** @returns the options, or `undefined` when only help is wanted @throws an `Error` that explains the invalid argument */
export function parseOptions(args: readonly string[]): DemoOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      http: { type: 'string' },
      'log-interval': { type: 'string', default: '4000' },
      'ticket-interval': { type: 'string', default: '25000' },
      resources: { type: 'string', default: '0' },
      'page-size': { type: 'string', default: '50' },
      'watch-file': { type: 'string' },
      'modern-only': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    http: values.http === undefined ? undefined : whole('http', values.http, 0, 65_535),
    logInterval: whole('log-interval', values['log-interval'], 0, 86_400_000),
    ticketInterval: whole('ticket-interval', values['ticket-interval'], 0, 86_400_000),
    resources: whole('resources', values.resources, 0, 1_000_000),
    pageSize: whole('page-size', values['page-size'], 1, 1_000_000),
    watchFile: values['watch-file'],
    modernOnly: values['modern-only'],
  };
}

function whole(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`Invalid value “${text}” for --${flag}. Use a whole number from ${least} to ${most}.`);
}
