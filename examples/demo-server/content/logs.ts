import type { Random } from '../random';
import { seededRandom } from '../random';
import type { Document } from '../document';
import { logIcons } from './icons';
import { plants } from './plants';
import { ago, dayOf } from './time';

export const liveLogUri = 'log://shop/web/current';
/** The live log drops older lines, as log rotation would. */
export const liveLogLines = 400;

const paths = ['/', '/search?q=shade', '/basket', '/checkout', '/api/stock', '/delivery', '/plants?light=sun'];

/** One line of the web shop's log. */
export function webLine(time: number, random: Random): string {
  const stamp = new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');
  const chance = random.below(24);
  const request = random.below(0xfffff).toString(16).padStart(5, '0');
  if (chance === 0)
    return `${stamp} WARN  pay   provider answered late after ${1500 + random.below(2500)} ms req=${request}`;
  if (chance === 1)
    return `${stamp} ERROR stock no stock level for ${random.pick(plants).sku}, shown as sold out req=${request}`;
  if (chance < 5)
    return `${stamp} INFO  order ${70_000 + random.below(9000)} placed, ${1 + random.below(6)} plants, €${random.amount(9, 140).toFixed(2)} req=${request}`;
  const path =
    random.below(2) === 0
      ? random.pick(paths)
      : `/plants/${random.pick(plants).latin.toLowerCase().replaceAll(' ', '-')}`;
  return `${stamp} INFO  web   GET ${path} ${random.below(30) === 0 ? 404 : 200} ${4 + random.below(90)} ms req=${request}`;
}

/** Returns lines up to and including `end`, one every `every` milliseconds. */
export function webLines(end: number, count: number, every: number, random: Random): string[] {
  return Array.from({ length: count }, (_, index) => webLine(end - (count - 1 - index) * every, random));
}

/** The live log, the logs of earlier days, and the logs of two other services. */
export function logs(now: number): Document[] {
  const past = ago(now);
  const daily = (days: number): Document => {
    const date = dayOf(past.hours(24 * days));
    const midnight = Date.parse(`${date}T23:59:52Z`);
    return {
      uri: `log://shop/web/${date}`,
      name: `web-${date}.log`,
      title: `Web shop log of ${date}`,
      mimeType: 'text/plain',
      icons: logIcons,
      audience: ['assistant'],
      priority: 0.2,
      lastModified: new Date(midnight).toISOString(),
      body: () => `${webLines(midnight, 240, 180_000, seededRandom(midnight / 1000)).join('\n')}\n`,
    };
  };
  return [
    {
      uri: liveLogUri,
      name: 'web-current.log',
      title: 'Web shop log (live)',
      description: 'The newest lines; grows every few seconds.',
      mimeType: 'text/plain',
      icons: logIcons,
      audience: ['user', 'assistant'],
      priority: 0.7,
      lastModified: past.minutes(0),
      body: () => `${webLines(now, 60, 9000, seededRandom(7)).join('\n')}\n`,
    },
    daily(1),
    daily(2),
    daily(3),
    greenhouseLog(now),
    {
      uri: 'log://shop/deploy/latest',
      name: 'deploy.log',
      title: 'Latest deployment',
      description: 'What the build server did.',
      mimeType: 'text/plain',
      icons: logIcons,
      audience: ['assistant'],
      priority: 0.4,
      lastModified: past.hours(19),
      body: () =>
        [
          'deploy 1.18.2 requested by jun',
          'checkout   ok    3 s',
          'npm ci     ok   21 s',
          'tsc -b     ok    9 s',
          'vitest     ok   34 s   412 passed',
          'pytest     ok   12 s   188 passed',
          'migrate    ok    1 s   nothing to do',
          'switch     ok    2 s   blue -> green',
          'smoke      ok    6 s   / /search /basket /checkout',
          'done in 88 s',
          '',
        ].join('\n'),
    },
  ];
}

function greenhouseLog(now: number): Document {
  const body = (): string => {
    const random = seededRandom(12);
    const rows = Array.from({ length: 96 }, (_, index) => {
      const time = new Date(now - (95 - index) * 900_000).toISOString().slice(0, 16);
      const hour = Number(time.slice(11, 13));
      const warmth = 14 + 5 * Math.sin(((hour - 9) / 24) * 2 * Math.PI) + random.amount(-0.6, 0.6);
      return `${time},${warmth.toFixed(1)},${58 + random.below(14)},${hour > 6 && hour < 17 ? 9000 + random.below(9000) : 0}`;
    });
    return `time,temperature_c,humidity_percent,light_lux\n${rows.join('\n')}\n`;
  };
  return {
    uri: 'log://greenhouse/2/climate.csv',
    name: 'climate.csv',
    title: 'Greenhouse 2: climate of the last 24 hours',
    description: 'A reading every quarter of an hour.',
    mimeType: 'text/csv',
    icons: logIcons,
    priority: 0.35,
    lastModified: ago(now).minutes(12),
    body,
  };
}
