// docs/faults.md, from the table.
import { machineFaults } from './machineFaults';
import { messageFaults } from './messageFaults';
import { networkFaults } from './networkFaults';
import { serverFaults } from './serverFaults';
import { allPlaces, places, type Cell, type Fault } from './table';

interface Group {
  readonly title: string;
  readonly file: string;
  readonly faults: readonly Fault[];
}

const groups: readonly Group[] = [
  { title: 'Servers that end, hang, or do not end', file: 'serverFaults', faults: serverFaults },
  { title: 'Messages', file: 'messageFaults', faults: messageFaults },
  { title: 'The way to a server', file: 'networkFaults', faults: networkFaults },
];

const intro = `# Faults

What becomes of the product when a server, the way to it, or the machine fails. This page is written by the tests that it names, from their own table: change
that, then run \`npx vitest run --project unit faults -u\`, and read what has changed here.

Each cell is a test with a real server that misbehaves (\`test/servers/faultyServer.mjs\`), in one of the places where a server can be, and the product's own sessions,
connections, lists and contents. Its server has three rows; one content was read before the fault, and one is being read when it begins.

- **You see**: the end of the server's row, its sentence, and what becomes of the read, in their order. “nothing” is nothing out of the ordinary.
- **Kept**: the *rows* that were listed, the *contents* that were read, the *answers* to what was asked when it happened.
- **Back after**: the time of the product's clock, without that of the work itself, until the server is connected, its list is whole and a read is answered; and what
  you do for it, if anything.
- **Test**: its name, in the file that the chapter names.`;

const row = (cells: readonly string[]): string => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const anchor = (title: string): string =>
  `#${title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/gu, '')
    .replaceAll(' ', '-')}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const brief = (cell: Cell): string => (typeof cell === 'string' ? 'cannot happen' : cell.back);

function overview(): string {
  const rows = groups.flatMap(({ faults }) =>
    faults.map(({ name, cells }) => [`[${name}](${anchor(name)})`, ...allPlaces.map((place) => brief(cells[place]))]),
  );
  return table(['back after', ...Object.values(places)], rows);
}

function section({ name, what, cells }: Fault): string {
  const rows = allPlaces.map((place) => {
    const cell = cells[place];
    if (typeof cell === 'string') return [places[place], cell, 'all', 'at once', 'none'];
    return [places[place], cell.sees, cell.kept, cell.back, `${name} › ${place}`];
  });
  return `### ${capital(name)}\n\n${what}\n\n${table(['place', 'you see', 'kept', 'back after', 'test'], rows)}`;
}

export function renderFaults(): string {
  const sections = groups.map(({ title, file, faults }) =>
    [`## ${title}`, `Tests: \`test/unit/faults/${file}.test.ts\``, ...faults.map((fault) => section(fault))].join(
      '\n\n',
    ),
  );
  const machine = machineFaults.map(({ name, sees, kept, back, tests }) => [
    name,
    sees,
    kept,
    back,
    tests.length === 0 ? 'none' : tests.map((test) => `\`${test.file}\` “${test.name}”`).join('; '),
  ]);
  const last = `## The machine\n\n${table(['fault', 'you see', 'kept', 'back after', 'test'], machine)}`;
  return `${[intro, overview(), ...sections, last].join('\n\n')}\n`;
}

/** The tests that the table names and that stand elsewhere. */
export const namedTests = machineFaults.flatMap(({ tests }) => tests);
