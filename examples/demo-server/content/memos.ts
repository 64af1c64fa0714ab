import type { Document } from '../document';
import { ago } from './time';

interface Memo {
  readonly id: string;
  readonly text: string;
  readonly hours?: number;
  readonly priority?: number;
}

const notes: readonly Memo[] = [
  {
    id: '7f3a90c2',
    text: 'Pump of greenhouse 3 is back. Keep the old one until spring. – Tom',
    hours: 1.5,
    priority: 0.6,
  },
  {
    id: '51b0e77d',
    text: 'Called the carrier about Friday: vans are heated only from 5 °C down. – Sanne',
    hours: 5,
    priority: 0.7,
  },
  { id: 'c9448e10', text: 'Ask Oleg why LAV-012 shows as sold out when B2417 has 180 ready. – Inés', hours: 20 },
  {
    id: '0d6f2b35',
    text: 'Catalogue goes to print on the 28th. Nothing changes after that, please. – Maya',
    hours: 44,
    priority: 1,
  },
  { id: 'e2a7714c', text: 'New photographs of the peonies are in media. The red one is not ours. – Jun', hours: 70 },
  {
    id: '38d15f96',
    text: 'Seed order for spring: 40 trays of plugs more than last year, dry shade sells. – Tom',
    hours: 170,
    priority: 0.5,
  },
  {
    id: 'b47c0aa1',
    text: 'Idea: tell people the day until which their order waits. Half of the calls would stop. – Inés',
    hours: 410,
  },
  {
    id: '96ee3d08',
    text: 'The neighbour wants to buy two hundred verbenas. At cost, he was patient with the pump. – Maya',
    hours: 900,
  },
  { id: '2c5b88f7', text: '别忘了：下周二有二十箱发往鹿特丹。– 小梅', hours: 30 },
  { id: 'aa01c6de', text: 'Key of the seed room hangs behind the calendar again.' },
  { id: '6410f9b3', text: 'Radio is for everyone. No podcasts in the packing hall. – all', priority: 0 },
];

/** Notes from the kitchen table: an opaque URI, no title, no size, sometimes no type. */
export function memos(now: number): Document[] {
  const past = ago(now);
  return notes.map(({ id, text, hours, priority }, index) => ({
    uri: `memo:${id}`,
    name: `memo ${id}`,
    description: text.length > 60 ? `${text.slice(0, 59)}…` : text,
    ...(index % 4 !== 3 && { mimeType: 'text/plain' }),
    ...(hours !== undefined && { lastModified: past.hours(hours) }),
    ...(priority !== undefined && { priority }),
    announcesSize: false,
    body: () => text,
  }));
}
