import type { Document } from './document';
import { plants } from './content/plants';
import { seededRandom } from './random';

const kinds = ['order', 'invoice', 'delivery-note', 'stock-count', 'payment'] as const;
const day = 86_400_000;
/** 2016-01-01: the archive begins here and grows by some forty papers a day. */
const firstDay = 1_451_606_400_000;
const perDay = 40;

/** @returns generated papers in dated folders, the same ones for the same count */
export function* archive(count: number): Generator<Document, void, undefined> {
  for (let index = 0; index < count; index++) yield paper(index);
}

function paper(index: number): Document {
  const time = firstDay + Math.floor(index / perDay) * day + (index % perDay) * 900_000 + 28_800_000;
  const date = new Date(time).toISOString();
  const kind = kinds[index % kinds.length] ?? 'order';
  const number = String(index + 1).padStart(6, '0');
  const plant = plants[index % plants.length]!;
  return {
    uri: `archive://larkspur/${date.slice(0, 10).replaceAll('-', '/')}/${kind}-${number}.json`,
    name: `${kind}-${number}.json`,
    title: `${kind.slice(0, 1).toUpperCase()}${kind.slice(1).replace('-', ' ')} ${number}: ${plant.name}`,
    description: `Filed on ${date.slice(0, 10)}.`,
    mimeType: 'application/json',
    audience: index % 3 === 0 ? ['user'] : index % 3 === 1 ? ['assistant'] : ['user', 'assistant'],
    priority: (index % 11) / 10,
    lastModified: date,
    body: () => {
      const random = seededRandom(index);
      const quantity = 1 + random.below(12);
      const total = Number((quantity * plant.price).toFixed(2));
      return `${JSON.stringify({ kind, number, date, plant: plant.latin, quantity, total, currency: 'EUR' }, null, 2)}\n`;
    },
  };
}
