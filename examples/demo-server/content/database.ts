import type { Document } from '../document';
import { seededRandom } from '../random';
import { tableIcons } from './icons';
import type { Table } from './tables';
import { tables } from './tables';
import { ago } from './time';

/** Rows that the listed resources show; the template reaches all of them. */
const sampleRows = 20;

const importance: Readonly<Record<string, number>> = {
  orders: 0.9,
  order_lines: 0.75,
  customers: 0.7,
  plants: 0.8,
  batches: 0.6,
  parcels: 0.5,
};

export function findTable(schema: string, name: string): Table | undefined {
  return tables.find((table) => table.schema === schema && table.name === name);
}

/** The first rows of a table as CSV, with a header line. */
export function csv(table: Table, limit: number, now: number): string {
  const today = now - (now % 86_400_000);
  const random = seededRandom(table.name.length * 131 + table.rows);
  const lines = [table.columns.map((column) => column.name).join(',')];
  for (let row = 0; row < Math.min(limit, table.rows); row++)
    lines.push(table.columns.map((column) => quote(String(column.value(random, row, today)))).join(','));
  return `${lines.join('\n')}\n`;
}

function quote(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function describeTable({ schema, name, description, rows, columns }: Table): string {
  const table = {
    table: `${schema}.${name}`,
    description,
    rows,
    columns: columns.map((column) => ({ name: column.name, type: column.type, description: column.description })),
  };
  return `${JSON.stringify(table, null, 2)}\n`;
}

function createStatements(): string {
  const statements = tables.map(({ schema, name, description, columns }) => {
    const lines = columns.map((column) => `  ${column.name} ${column.type}`).join(',\n');
    return `-- ${description}\ncreate table ${schema}.${name} (\n${lines}\n);\n`;
  });
  return statements.join('\n');
}

/** Two resources a table, its columns and its first rows, and the whole schema as SQL. */
export function database(now: number): Document[] {
  const past = ago(now);
  const whole: Document = {
    uri: 'db://larkspur/schema.sql',
    name: 'schema.sql',
    title: 'The whole database schema',
    description: `${tables.length} tables in four schemas.`,
    mimeType: 'application/sql',
    icons: tableIcons,
    audience: ['assistant'],
    priority: 0.95,
    lastModified: past.days(3),
    body: createStatements,
  };
  const documents = tables.flatMap((table, index): Document[] => {
    const { schema, name, description } = table;
    const priority = importance[name] ?? 0.3;
    return [
      {
        uri: `db://larkspur/${schema}/${name}/columns`,
        name: `${schema}.${name}.columns`,
        title: `${name}: columns`,
        description,
        mimeType: 'application/json',
        icons: tableIcons,
        audience: ['assistant'],
        priority,
        lastModified: past.days(3 + index * 41),
        body: () => describeTable(table),
      },
      {
        uri: `db://larkspur/${schema}/${name}/rows`,
        name: `${schema}.${name}.csv`,
        title: `${name}: first rows`,
        description: `${Math.min(sampleRows, table.rows)} of ${table.rows} rows. ${description}`,
        mimeType: 'text/csv',
        icons: tableIcons,
        audience: ['user', 'assistant'],
        priority: Math.max(0, Number((priority - 0.2).toFixed(2))),
        lastModified: past.minutes(4 + index * 37),
        body: () => csv(table, sampleRows, now),
      },
    ];
  });
  return [whole, ...documents];
}
