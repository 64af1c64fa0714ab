import type { Random } from '../random';
import { customers } from './people';
import { plants } from './plants';

/** A column, and a function that makes sample values for it. */
export interface Column {
  readonly name: string;
  readonly type: 'integer' | 'decimal' | 'text' | 'date' | 'timestamp' | 'boolean';
  readonly description: string;
  /** @param row counts from 0 */
  readonly value: (random: Random, row: number, today: number) => string | number | boolean;
}

export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly description: string;
  readonly rows: number;
  readonly columns: readonly Column[];
}

const day = 86_400_000;
const dateBefore = (today: number, days: number): string => new Date(today - days * day).toISOString().slice(0, 10);
const sku: Column = {
  name: 'sku',
  type: 'text',
  description: 'Stock keeping unit, on the label of the pot.',
  value: (random) => random.pick(plants).sku,
};
const orderNumber: Column = {
  name: 'number',
  type: 'integer',
  description: 'Order number.',
  value: (_random, row) => 70_000 + row,
};
const states = ['paid', 'waiting for weather', 'packed', 'sent', 'delivered', 'delivered', 'delivered', 'cancelled'];
const carriers = ['Postduif', 'Groene Bus', 'NordPaket'];

function column(name: string, type: Column['type'], description: string, value: Column['value']): Column {
  return { name, type, description, value };
}

/** The tables of the shop's database, grouped by schema. */
export const tables: readonly Table[] = [
  {
    schema: 'sales',
    name: 'customers',
    description: 'Who has ordered at least once.',
    rows: customers.length,
    columns: [
      column('number', 'integer', 'Customer number.', (_r, row) => customers[row % customers.length]!.number),
      column('name', 'text', 'As the customer writes it.', (_r, row) => customers[row % customers.length]!.name),
      column('city', 'text', 'Delivery city.', (_r, row) => customers[row % customers.length]!.city),
      column('country', 'text', 'ISO 3166-1.', (_r, row) => customers[row % customers.length]!.country),
      column('since', 'date', 'Day of the first order.', (r, _row, today) => dateBefore(today, 30 + r.below(2400))),
    ],
  },
  {
    schema: 'sales',
    name: 'orders',
    description: 'Orders and the state that each is in.',
    rows: 240,
    columns: [
      orderNumber,
      column('customer', 'integer', 'Customer number.', (r) => r.pick(customers).number),
      column('placed', 'date', 'Day of the order.', (_r, row, today) => dateBefore(today, Math.floor((239 - row) / 6))),
      column('state', 'text', 'See service/orders/states.py.', (r) => r.pick(states)),
      column('total', 'decimal', 'Euro, with delivery.', (r) => r.amount(9, 180).toFixed(2)),
    ],
  },
  {
    schema: 'sales',
    name: 'order_lines',
    description: 'What was ordered, one plant a line.',
    rows: 600,
    columns: [
      column('number', 'integer', 'Order number.', (_r, row) => 70_000 + Math.floor(row / 2.5)),
      sku,
      column('quantity', 'integer', 'Pots.', (r) => 1 + r.below(8)),
      column('price', 'decimal', 'Euro for one, when it was ordered.', (r) => r.pick(plants).price.toFixed(2)),
    ],
  },
  {
    schema: 'sales',
    name: 'refunds',
    description: 'Money that went back, and why.',
    rows: 36,
    columns: [
      column('number', 'integer', 'Order number.', (r) => 70_000 + r.below(240)),
      column('amount', 'decimal', 'Euro.', (r) => r.amount(4, 60).toFixed(2)),
      column('reason', 'text', 'Chosen from a list.', (r) =>
        r.pick(['frozen in transit', 'wrong plant', 'broken pot', 'parcel lost, found later', 'goodwill']),
      ),
      column('agreed_by', 'text', 'Login of a colleague.', (r) => r.pick(['ines', 'maya'])),
    ],
  },
  {
    schema: 'stock',
    name: 'plants',
    description: 'The catalogue.',
    rows: plants.length,
    columns: [
      column('sku', 'text', 'Stock keeping unit.', (_r, row) => plants[row % plants.length]!.sku),
      column('latin', 'text', 'Botanical name.', (_r, row) => plants[row % plants.length]!.latin),
      column('name', 'text', 'Name on the screen.', (_r, row) => plants[row % plants.length]!.name),
      column('price', 'decimal', 'Euro.', (_r, row) => plants[row % plants.length]!.price.toFixed(2)),
      column('light', 'text', 'Where it grows.', (_r, row) => plants[row % plants.length]!.light),
      column('hardy', 'integer', '°C.', (_r, row) => plants[row % plants.length]!.hardy),
    ],
  },
  {
    schema: 'stock',
    name: 'batches',
    description: 'Trays that were sown or potted together.',
    rows: 90,
    columns: [
      column('batch', 'text', 'Number on the stick.', (_r, row) => `B${String(2400 + row)}`),
      sku,
      column('greenhouse', 'integer', '1 to 4.', (r) => 1 + r.below(4)),
      column('ready', 'integer', 'Pots that can be sold.', (r) => r.below(240)),
      column('ready_from', 'date', 'First day of sale.', (r, _row, today) => dateBefore(today, r.below(120) - 60)),
    ],
  },
  {
    schema: 'stock',
    name: 'suppliers',
    description: 'Where seeds, pots and peat-free soil come from.',
    rows: 8,
    columns: [
      column(
        'name',
        'text',
        'Company.',
        (_r, row) =>
          [
            'Zaadhuis Noord',
            'Terra Sin Turba',
            'Töpferei Klee',
            'Semences du Val',
            'Bulbi Toscani',
            'Pottery Lane',
            'Moss & Bark',
            'Kokosvezel BV',
          ][row % 8]!,
      ),
      column('delivers', 'text', 'What we buy.', (r) => r.pick(['seed', 'soil', 'pots', 'bulbs', 'labels'])),
      column('days', 'integer', 'From order to arrival.', (r) => 2 + r.below(20)),
    ],
  },
  {
    schema: 'stock',
    name: 'greenhouse_readings',
    description: 'Temperature and humidity, every quarter of an hour.',
    rows: 480,
    columns: [
      column('time', 'timestamp', 'UTC.', (_r, row, today) => new Date(today - (479 - row) * 900_000).toISOString()),
      column('greenhouse', 'integer', '1 to 4.', (_r, row) => 1 + (row % 4)),
      column('temperature', 'decimal', '°C.', (r) => r.amount(9, 24).toFixed(1)),
      column('humidity', 'integer', 'Percent.', (r) => 52 + r.below(30)),
    ],
  },
  {
    schema: 'shipping',
    name: 'parcels',
    description: 'Every parcel that left the packing hall.',
    rows: 300,
    columns: [
      column('parcel', 'text', 'Number on the label.', (_r, row) => `LP${String(880_000 + row * 7)}`),
      orderNumber,
      column('carrier', 'text', 'Who carries it.', (r) => r.pick(carriers)),
      column('weight', 'decimal', 'kg.', (r) => r.amount(0.6, 14).toFixed(1)),
      column('delivered', 'boolean', 'The carrier says so.', (r) => r.below(9) > 0),
    ],
  },
  {
    schema: 'shipping',
    name: 'carriers',
    description: 'Contracts with carriers.',
    rows: carriers.length,
    columns: [
      column('name', 'text', 'Carrier.', (_r, row) => carriers[row % carriers.length]!),
      column('heated', 'boolean', 'Has heated vans.', (_r, row) => row === 1),
      column('per_kg', 'decimal', 'Euro.', (r) => r.amount(0.4, 1.2).toFixed(2)),
    ],
  },
  {
    schema: 'shipping',
    name: 'zones',
    description: 'Countries that we deliver to.',
    rows: 10,
    columns: [
      column('country', 'text', 'ISO 3166-1.', (_r, row) => 'NL BE DE FR AT DK ES IT SE PL'.split(' ')[row % 10]!),
      column('zone', 'integer', '1 to 3.', (_r, row) => (row < 3 ? 1 : row < 6 ? 2 : 3)),
      column('days', 'integer', 'Working days on the road.', (_r, row) => (row < 3 ? 1 : row < 6 ? 2 : 4)),
    ],
  },
  {
    schema: 'web',
    name: 'searches',
    description: 'What people typed, and how many plants they were shown.',
    rows: 400,
    columns: [
      column('time', 'timestamp', 'UTC.', (_r, row, today) => new Date(today - (399 - row) * 210_000).toISOString()),
      column('words', 'text', 'As typed.', (r) =>
        r.pick([
          'lavender',
          'dry shade',
          'hosta slug',
          'белая роза',
          'grasses',
          '绣球花',
          'evergreen climber',
          'bees',
          'gift',
        ]),
      ),
      column('found', 'integer', 'Plants shown.', (r) => r.below(25)),
    ],
  },
];
