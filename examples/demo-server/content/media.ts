import type { Document } from '../document';
import { once } from '../document';
import type { FlowerStyle } from '../render/painting';
import { paintFlowers } from '../render/painting';
import { wav } from '../render/wav';
import { catalogue } from './catalogue';
import { pictureIcons } from './icons';
import { ago } from './time';

interface Picture extends FlowerStyle {
  readonly file: string;
  readonly title: string;
  readonly age: number;
  readonly priority: number;
}

const pictures: readonly Picture[] = [
  picture('delphinium-elatum', 'Candle larkspur in greenhouse 1', [84, 92, 200], [240, 236, 250], 5, 4, true, 2, 0.6),
  picture('lavandula', 'Lavender, first flowers', [132, 104, 190], [90, 70, 150], 4, 6, true, 17, 0.45),
  picture('echinacea', 'Purple coneflower', [206, 98, 150], [150, 82, 40], 13, 3, false, 40, 0.4),
  picture(
    'helleborus-niger',
    'Christmas rose under the apple tree',
    [248, 244, 236],
    [206, 190, 84],
    5,
    3,
    false,
    320,
    0.35,
  ),
  picture('paeonia', 'Chinese peony, white', [250, 236, 238], [232, 196, 96], 8, 2, false, 160, 0.3),
  picture('salvia-caradonna', 'Wood sage ‘Caradonna’', [92, 62, 160], [60, 40, 110], 4, 5, true, 71, 0.25),
  picture('symphyotrichum', 'Michaelmas daisies in October', [150, 128, 208], [238, 196, 60], 18, 4, false, 38, 0.2),
];

function picture(
  file: string,
  title: string,
  petals: Picture['petals'],
  heart: Picture['heart'],
  petalCount: number,
  flowers: number,
  spike: boolean,
  age: number,
  priority: number,
): Picture {
  return { file, title, petals, heart, petalCount, flowers, spike, age, priority };
}

const hour = 3_600_000;

/** Pictures and papers. They never change, so a client may cache them for an hour. */
export function media(now: number): Document[] {
  const past = ago(now);
  const painted = pictures.map((style, index): Document => ({
    uri: `media://larkspur/photographs/${style.file}.png`,
    name: `${style.file}.png`,
    title: style.title,
    mimeType: 'image/png',
    icons: pictureIcons,
    audience: ['user'],
    priority: style.priority,
    lastModified: past.days(style.age),
    freshFor: hour,
    body: once(() => paintFlowers(style, 11 + index)),
  }));
  return [
    ...painted,
    {
      uri: 'media://larkspur/print/catalogue-spring.pdf',
      name: 'catalogue-spring.pdf',
      title: 'Spring catalogue',
      description: 'Two pages, as they go to print.',
      mimeType: 'application/pdf',
      icons: pictureIcons,
      audience: ['user', 'assistant'],
      priority: 0.8,
      lastModified: past.hours(44),
      freshFor: hour,
      body: once(catalogue),
    },
    {
      uri: 'media://larkspur/brand/logo.svg',
      name: 'logo.svg',
      title: 'Logo',
      mimeType: 'image/svg+xml',
      icons: pictureIcons,
      audience: ['user'],
      priority: 0.1,
      lastModified: past.days(1900),
      freshFor: hour,
      body: () => logo,
    },
    {
      uri: 'media://larkspur/maps/delivery-zones.svg',
      name: 'delivery-zones.svg',
      title: 'Delivery zones',
      description: 'Days on the road by zone.',
      mimeType: 'image/svg+xml',
      audience: ['user', 'assistant'],
      priority: 0.4,
      lastModified: past.days(54),
      freshFor: hour,
      body: () => zones,
    },
    {
      uri: 'media://larkspur/sounds/doorbell.wav',
      name: 'doorbell.wav',
      title: 'Doorbell of the packing hall',
      mimeType: 'audio/wav',
      audience: ['user'],
      priority: 0,
      lastModified: past.days(1100),
      freshFor: hour,
      body: once(() =>
        wav(0.9, (second) => {
          const pitch = second < 0.35 ? 659.3 : 523.3;
          const since = second < 0.35 ? second : second - 0.35;
          return 0.6 * Math.sin(2 * Math.PI * pitch * second) * Math.exp(-6 * since);
        }),
      ),
    },
  ];
}

const spikeOf = (x: number): string =>
  [0, 1, 2, 3, 4]
    .map(
      (row) =>
        `<circle cx="${x + (row % 2 === 0 ? -1 : 1) * row}" cy="${22 + row * 9}" r="${3 + row}" fill="#5b63c7"/>`,
    )
    .join('');

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 96" role="img" aria-label="Larkspur">
  <path d="M32 90V20" stroke="#3c7a4b" stroke-width="3"/>
  ${spikeOf(32)}
  <text x="62" y="64" font-family="Georgia, serif" font-size="40" fill="#2f3a33">Larkspur</text>
</svg>
`;

const zones = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 150" font-family="Georgia, serif" font-size="13">
  <rect width="300" height="150" fill="#faf8f3"/>
  <circle cx="150" cy="75" r="66" fill="#e4ead9"/><circle cx="150" cy="75" r="44" fill="#c4d8ba"/>
  <circle cx="150" cy="75" r="22" fill="#8db487"/><circle cx="150" cy="75" r="3" fill="#3c7a4b"/>
  <text x="150" y="68" text-anchor="middle">1 day</text>
  <text x="150" y="114" text-anchor="middle">2 days</text>
  <text x="150" y="136" text-anchor="middle">4 days</text>
</svg>
`;
