// What users ask, and the calls of our tools that answer it, written as a model would: a later call has its names from the question and from what
// came back before. That a model chooses them by itself is not shown.

import type { Input, ScriptedCall } from './modelServer.js';

export interface ToolTask {
  readonly ask: string;
  readonly calls: readonly ScriptedCall[];
  /** Occurs in the last result. */
  readonly answer: string;
}

const list = (input: Input): ScriptedCall => ({ tool: 'mcpResources_list', input });
const read = (input: ScriptedCall['input']): ScriptedCall => ({ tool: 'mcpResources_read', input });
const context = (input: Input): ScriptedCall => ({ tool: 'mcpResources_context', input });
const asking = (call: ScriptedCall): ScriptedCall => ({ ...call, asks: true });

/** Resources that stand in the context for all tasks. */
export const pickedUris = ['wiki://larkspur/handbook/refunds', 'ticket://support/1088'];

const longUri = 'box://desk/handover.txt';
const lastLine = 'Line 2000: the key is under the third pot.';
/** Resources that the demo server has besides its own, by URI. */
export const addedTexts: Readonly<Record<string, string>> = {
  [longUri]: `${Array.from({ length: 1_999 }, (_, index) => `Line ${index + 1}: nothing.`).join('\n')}\n${lastLine}\n`,
};

/** The line that a result names to go on with. */
function nextLineIn(result: string): number {
  return Number(/startLine\W+(\d+)/u.exec(result)?.[1]);
}

const parcels = { schema: 'shipping', table: 'parcels', limit: '3' };
const rowsOfTable = 'db://larkspur/{schema}/{table}/rows{?limit}';

/** Of the demo server, named `larkspur`. */
export const toolTasks: readonly ToolTask[] = [
  { ask: 'What do my MCP servers offer?', calls: [list({})], answer: 'Start here' },
  {
    ask: 'Which columns does the table orders have?',
    calls: [list({ query: 'orders columns' }), read({ uri: 'db://larkspur/sales/orders/columns' })],
    answer: 'Euro, with delivery.',
  },
  {
    ask: 'Show me three rows of shipping.parcels.',
    calls: [
      list({ query: 'rows table', type: 'template' }),
      asking(read({ uriTemplate: rowsOfTable, arguments: parcels })),
    ],
    answer: 'LP880014,70002,Postduif',
  },
  {
    ask: 'Who decides about a lost parcel, see @larkspur:wiki://larkspur/handbook/refunds?',
    calls: [read({ uri: '@larkspur:wiki://larkspur/handbook/refunds' })],
    answer: 'send again after five working days',
  },
  {
    ask: 'What to do on call? [Here](@larkspur:wiki://larkspur/handbook/on-call).',
    calls: [read({ uri: '[Here](@larkspur:wiki://larkspur/handbook/on-call)' })],
    answer: 'provider answered late',
  },
  {
    ask: 'Summarize ticket://support/1088.',
    calls: [read({ uri: 'ticket://support/1088' })],
    answer: 'We are a school',
  },
  {
    ask: 'Look at the closed ticket 950.',
    calls: [
      list({ query: 'ticket number', type: 'template' }),
      asking(read({ uriTemplate: 'ticket://support/{number}', arguments: { number: '950' } })),
    ],
    answer: '"uri":"ticket://support/950"',
  },
  { ask: 'What is in my MCP context?', calls: [context({ contents: false })], answer: 'ticket://support/1088' },
  { ask: 'Compare the resources that I picked.', calls: [context({})], answer: 'We are a school' },
  {
    ask: 'Of what I picked, quote wiki://larkspur/handbook/refunds.',
    calls: [context({ uri: 'wiki://larkspur/handbook/refunds' })],
    answer: 'half the price as credit',
  },
  { ask: 'Which wiki pages are there?', calls: [list({ scheme: 'wiki', limit: 100 })], answer: '订单处理流程' },
  {
    ask: 'Which logs changed last?',
    calls: [list({ scheme: 'log', sort: 'lastModified' })],
    answer: 'log://shop/web/current',
  },
  {
    ask: 'Show me the photograph of the purple coneflower.',
    calls: [list({ query: 'coneflower', type: 'image' }), read({ uri: 'media://larkspur/photographs/echinacea.png' })],
    answer: 'The image follows.',
  },
  {
    ask: 'Where is the SQL for late orders?',
    calls: [list({ query: 'late orders', type: 'sql' })],
    answer: 'repo://larkspur/shop/database/reports/late_orders.sql',
  },
  {
    ask: `Where is the key, by ${longUri}?`,
    calls: [read({ uri: longUri }), read((result) => ({ uri: longUri, startLine: nextLineIn(result) }))],
    answer: lastLine,
  },
  {
    ask: 'Who asked about a “VAT number”?',
    calls: [list({ query: '"VAT number" ticket' })],
    answer: 'ticket://support/1088',
  },
  {
    ask: 'What does the database look like? Take what is meant for you.',
    calls: [list({ query: 'schema', audience: 'assistant' }), read({ uri: 'db://larkspur/schema.sql' })],
    answer: 'create table sales.refunds',
  },
  {
    ask: 'Read db://larkspur/sales/order/columns.',
    calls: [
      asking(read({ uri: 'db://larkspur/sales/order/columns' })),
      read({ uri: 'db://larkspur/sales/orders/columns' }),
    ],
    answer: 'Order number.',
  },
  {
    ask: 'Is there something about refunds for unicorns?',
    calls: [list({ query: 'refunds unicorns' }), list({ query: 'refunds' })],
    answer: 'wiki://larkspur/handbook/refunds',
  },
  {
    ask: '订单最长等待多少天？',
    calls: [
      list({ query: '订单', server: 'larkspur' }),
      read({ uri: 'wiki://larkspur/%E8%AE%A2%E5%8D%95/%E5%A4%84%E7%90%86%E6%B5%81%E7%A8%8B', server: 'larkspur' }),
    ],
    answer: '21 天',
  },
];
