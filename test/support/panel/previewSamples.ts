import { paintFlowers } from '../../../examples/demo-server/render/painting';
import { pdf } from '../../../examples/demo-server/render/pdf';
import type { SampleContent } from './previewHost';

/** A guide as a server may have it, with nineteen characters of front matter. */
export const markdownSample = `---
owner: sales
---
# Orders

How an *order* goes from the **shop** to the door, with \`status\` at each step. See [the handbook](https://handbook.acme.example/orders) &mdash; it is short.

## Steps

1. Placed
2. Paid
   - by card
   - [x] checked
3. Sent

> Nothing leaves before it is paid.

| Status | Meaning | After |
| --- | --- | --- |
| \`new\` | Placed, not paid | 0 h |
| \`paid\` | Waits for packing | 2 h |

\`\`\`sql
select * from orders where status = 'paid';
\`\`\`

![A van in the yard](https://acme.example/van.png)

<details>hidden</details>
`;

const code = `import { Order } from './order';

/** Sends what is paid. */
export async function ship(orders: readonly Order[]): Promise<number> {
  const paid = orders.filter(({ status }) => status === 'paid' && Date.now() - order.paidAt.getTime() > 2 * 3_600_000);
  return paid.length;
}
`;

const json = JSON.stringify({
  id: 4711,
  customer: { name: 'Ada', vip: true, note: null },
  lines: Array.from({ length: 250 }, (_, sku) => ({ sku, price: sku * 1.5 })),
});

/** Returns a table with `count` rows, some of whose cells have two lines. */
export const csvSample = (count: number): string =>
  `day,order,customer,city,total,note\n${Array.from({ length: count }, (_, at) => `2026-09-${(at % 30) + 1},${4000 + at},"Larkspur, Ada",Rotterdam,${at * 3}.50,"second\nline"`).join('\n')}`;

const picture = paintFlowers(
  { petals: [84, 92, 200], heart: [240, 236, 250], petalCount: 5, flowers: 4, spike: true },
  11,
);

/** A preview of every kind, by its name. */
export const previewSamples: Readonly<Record<string, readonly SampleContent[]>> = {
  markdown: [{ mimeType: 'text/markdown', body: markdownSample }],
  code: [{ mimeType: 'text/typescript', body: code }],
  text: [{ mimeType: 'text/plain', body: 'Dear Ada,\nthe roses come on Tuesday.' }],
  json: [{ mimeType: 'application/json', body: json }],
  table: [{ mimeType: 'text/csv', body: csvSample(40) }],
  image: [{ mimeType: 'image/png', body: picture }],
  pdf: [{ mimeType: 'application/pdf', body: pdf('Spring catalogue', [{ operators: [] }]) }],
  empty: [{ body: '' }],
  several: [
    { uri: 'a://guide/setup.md', mimeType: 'text/markdown', body: '# Setup\n\nRun it.' },
    { uri: 'a://guide/rows.csv', mimeType: 'text/csv', body: 'a,b\n1,2' },
    { uri: 'a://guide/settings.json', mimeType: 'application/json', body: '{"port": 80}' },
  ],
};
