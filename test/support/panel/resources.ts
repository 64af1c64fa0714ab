import { rowDetail } from '../../../src/core/panel/rowDetail';
import type { ResultRow } from '../../../src/shared/protocol';

/** `where`: the server's name and the URI, as in `shop · fruit://apple`. */
type Sample = Partial<ResultRow> & Pick<ResultRow, 'title'> & { readonly where: string };

/** Resources as real servers offer them, for pictures; `-` where a server says nothing. */
const table = `
orders | sales-db · postgres://sales/public/orders | table | 0.9 | 3 min ago | 1.2 MB | assistant | picked
Orders API: failing checkouts | linear · linear://issue/SHOP-4127 | issues | 0.8 | 12 min ago | - | user assistant | -
order_items | sales-db · postgres://sales/public/order_items | table | 0.7 | 1 h ago | 48 MB | - | updated
OrderService.ts | github · repo://acme/shop/main/src/server/orders/OrderService.ts | file-code | 0.6 | 2 h ago | 14 kB | - | -
How to reconcile orders with the payment provider at the end of the month | handbook · https://handbook.acme.example/finance/month-end/reconciliation.html | book | 0.5 | yesterday | 9 kB | user | -
checkout-worker.log | logs · log://prod/eu-central-1/checkout-worker | output | - | now | 3.4 MB | assistant | -
Order confirmation | mail · template://transactional/order-confirmation | mail | 0.3 | 4 days ago | 22 kB | - | -
orders-2026-08.csv | exports · s3://acme-exports/monthly/orders-2026-08.csv | file | - | 9 days ago | 310 MB | - | -
Architecture decision 31: ordering of events | handbook · adr://0031 | markdown | 0.2 | 5 weeks ago | 6 kB | - | -
customers | sales-db · postgres://sales/public/customers | table | 0.9 | 3 min ago | 880 kB | assistant | -
`;
const samples = table
  .trim()
  .split('\n')
  .map((line, index): Sample => {
    const cells = line.split(' | ').map((cell) => (cell === '-' ? undefined : cell));
    const [title = '', where = '', icon = '', priority, age, size, audience, mark] = cells;
    return {
      ...{ title, where, icon, age, size, mark: mark as Sample['mark'] },
      priority: priority === undefined ? undefined : Number(priority),
      audience: (audience?.split(' ') ?? []) as ResultRow['audience'],
      description: index === 0 ? 'One row for every order since 2019, with customer, status and total.' : undefined,
    };
  });

const servers = ['github', 'sales-db', 'linear', 'logs', 'handbook'];
const kinds = ['file-code', 'table', 'issues', 'output', 'book'];

/** Creates `count` rows with ids from 1: the first few look real, the rest are generated. */
export function makeRows(count: number): ResultRow[] {
  return Array.from({ length: count }, (_, index) => makeRow(index + 1, samples[index] ?? made(index)));
}

/** Creates all kinds of rows: templates among resources, and every mark and origin. */
export function mixedRows(): ResultRow[] {
  const [first, second, third, ...others] = makeRows(40);
  return [
    first!,
    makeTemplate(2 ** 31, 'Rows of a table', 'larkspur · db://larkspur/{schema}/{table}/rows{?limit}'),
    { ...second!, mark: 'failed' },
    { ...third!, origin: 'kept' },
    makeTemplate(2 ** 31 + 1, 'Ticket by number', 'larkspur · ticket://support/{number}'),
    ...others.map((row, index): ResultRow => (index % 3 === 0 ? { ...row, origin: 'fromBefore' } : row)),
  ];
}

export function makeTemplate(id: number, title: string, where: string): ResultRow {
  return makeRow(id, { kind: 'template', title, where, icon: 'symbol-parameter' });
}

function made(index: number): Sample {
  const server = servers[index % servers.length]!;
  return {
    title: `resource ${index + 1}`,
    where: `${server} · ${server}://acme/part-${index % 97}/item-${index + 1}`,
    icon: kinds[index % kinds.length]!,
    priority: index % 3 === 0 ? (index % 11) / 10 : undefined,
    audience: index % 4 === 0 ? ['user'] : [],
    age: `${(index % 29) + 1} d ago`,
    size: index % 2 === 0 ? `${(index % 900) + 1} kB` : undefined,
  };
}

export function makeRow(id: number, { where, ...sample }: Sample): ResultRow {
  const [server = '', uri = ''] = where.split(' · ');
  const row = {
    kind: 'resource' as const,
    server,
    uri,
    titleMatches: [],
    detail: '',
    detailMatches: [],
    description: undefined,
    icon: 'file',
    serverIcon: undefined,
    audience: [],
    priority: undefined,
    age: undefined,
    size: undefined,
    mark: undefined,
    origin: undefined,
    ...sample,
    id,
  };
  return { ...row, detail: detailOf(row, []).text };
}

/** The text below a row's title, as the host makes it. */
export function detailOf(row: ResultRow, words: readonly string[]): ReturnType<typeof rowDetail> {
  const { kind, title, uri, server, description } = row;
  return rowDetail({ kind, title, uri, name: '', description }, server, { words, gaps: [] });
}

/** Few enough to name them all, with matches for each filter. */
export const goods = [
  makeRow(1, { title: 'apple', where: 'shop · fruit://apple', icon: 'table', priority: 0.9 }),
  makeRow(2, { title: 'apricot', where: 'shop · fruit://apricot', icon: 'markdown', priority: 0.2 }),
  makeRow(3, { title: 'carrot', where: 'farm · root://carrot', icon: 'table', priority: 0.5 }),
  makeRow(4, { title: 'celery', where: 'farm · leaf://celery', icon: 'markdown' }),
];
