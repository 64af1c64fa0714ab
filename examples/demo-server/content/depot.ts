import type { Resource } from '@modelcontextprotocol/server';
import { seededRandom } from '../random';
import { describe, type Document } from '../document';
import { customers } from './people';
import { plants } from './plants';

/** Delivery notes of ten years, by year, month and day. No list could hold them, and nothing does: a note is made from its number. */
const notes = 10_000_000;
const day = 86_400_000;
const [firstYear, lastYear] = [2016, 2025];
const firstDay = Date.UTC(firstYear, 0);
const days = (Date.UTC(lastYear + 1, 0) - firstDay) / day;
const root = 'depot://larkspur';
const directoryType = 'inode/directory';

/** Children of a directory, which are made as they are asked for. */
export interface Directory {
  readonly count: number;
  readonly child: (index: number) => Resource;
}

/** The one resource of the depot that is listed: the directory of years. */
export function depot(): Document[] {
  return [
    {
      uri: root,
      name: 'larkspur',
      title: 'Depot',
      description: 'Ten million delivery notes by year, month and day. They are not listed.',
      mimeType: directoryType,
      audience: ['user', 'assistant'],
      announcesSize: false,
      body: () => '',
    },
  ];
}

/** @returns `undefined` where the URI names no directory of the depot */
export function depotDirectory(uri: string): Directory | undefined {
  const numbers = numbersIn(uri);
  if (!numbers) return undefined;
  const [year, month, date] = numbers;
  if (year === undefined) return directories(uri, firstYear, lastYear);
  if (month === undefined) return directories(uri, 1, 12);
  if (date === undefined) return directories(uri, 1, new Date(Date.UTC(year, month, 0)).getUTCDate());
  const index = dayAt(year, month, date);
  const before = notesBefore(index);
  return { count: notesBefore(index + 1) - before, child: (nth) => describe(note(uri, before + nth + 1, index)) };
}

/** @returns `undefined` where the URI names no note of that day */
export function depotNote(uri: string): Document | undefined {
  const [, folder = '', digits] = /^(.*)\/DN-(\d{8})\.md$/.exec(uri) ?? [];
  const [year, month, date] = numbersIn(folder) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const number = Number(digits);
  const index = dayAt(year, month, date);
  return number > notesBefore(index) && number <= notesBefore(index + 1) ? note(folder, number, index) : undefined;
}

/** The year, month and day of a directory, as far as it has them; `undefined` where there is no such directory. */
function numbersIn(uri: string): readonly number[] | undefined {
  const match = /^depot:\/\/larkspur(?:\/(\d{4})(?:\/(\d{2})(?:\/(\d{2}))?)?)?$/.exec(uri);
  if (!match) return undefined;
  const numbers = match.slice(1).filter(Boolean).map(Number);
  const [year = firstYear, month = 1, date = 1] = numbers;
  const time = new Date(Date.UTC(year, month - 1, date));
  const isDay = time.getUTCMonth() === month - 1 && time.getUTCDate() === date;
  return isDay && year >= firstYear && year <= lastYear ? numbers : undefined;
}

function directories(parent: string, first: number, last: number): Directory {
  const child = (index: number): Resource => {
    const name = String(first + index).padStart(2, '0');
    return { uri: `${parent}/${name}`, name, mimeType: directoryType };
  };
  return { count: last - first + 1, child };
}

function dayAt(year: number, month: number, date: number): number {
  return (Date.UTC(year, month - 1, date) - firstDay) / day;
}

/** Notes are spread evenly, some 2,700 a day. */
function notesBefore(dayIndex: number): number {
  return Math.floor((dayIndex * notes) / days);
}

function note(folder: string, number: number, dayIndex: number): Document {
  const name = `DN-${String(number).padStart(8, '0')}.md`;
  const customer = customers[number % customers.length]!;
  const time = firstDay + dayIndex * day + 6 * 3_600_000 + (number - notesBefore(dayIndex)) * 10_000;
  return {
    uri: `${folder}/${name}`,
    name,
    title: `Delivery note ${number} to ${customer.name}, ${customer.city}`,
    mimeType: 'text/markdown',
    audience: ['user'],
    lastModified: new Date(time).toISOString(),
    body: () => noteText(number, customer, new Date(time)),
  };
}

function noteText(number: number, { name, city, country }: (typeof customers)[number], time: Date): string {
  const random = seededRandom(number);
  const rows = Array.from({ length: 1 + random.below(4) }, () => {
    const plant = random.pick(plants);
    return `| ${plant.sku} | ${plant.name} | ${1 + random.below(9)} |`;
  });
  const lines = ['| Plant | Name | Pots |', '| --- | --- | ---: |', ...rows];
  const left = time.toISOString().slice(0, 16).replace('T', ' ');
  return `# Delivery note ${number}\n\n${name}, ${city} (${country})\n\n${lines.join('\n')}\n\nLeft the depot at ${left} UTC.\n`;
}
