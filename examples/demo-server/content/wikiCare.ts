import type { WikiPage } from './wikiPage';

/** Advice on plant care for customers. */
export const carePages: readonly WikiPage[] = [
  {
    path: 'care/first-week',
    title: 'The first week after the parcel',
    language: 'en',
    description: 'Goes into every box as a leaflet.',
    age: 33,
    priority: 0.75,
    audience: ['user', 'assistant'],
    text: `
1. Unpack on the day it arrives. Cut yellow leaves, they do not come back.
2. Water well, once. Then only when the top two centimetres are dry.
3. Three days in half shade, then to its place.
4. Plant it as deep as it was in the pot, not deeper.

Two days in the dark make every plant pale. Three weeks of light mend it.
`,
  },
  {
    path: 'care/delphinium',
    title: 'Larkspur, delphinium',
    language: 'en',
    age: 61,
    priority: 0.65,
    audience: ['user', 'assistant'],
    text: `
Our namesake. Full sun, rich soil, and a stick before it needs one.

- **Cut** the spike after flowering to a hand's width; a second, smaller one comes in September.
- **Snails** love it in April. Sharp grit around the shoots.
- **Poisonous** in all parts.
`,
  },
  {
    path: 'care/lavender',
    title: 'Lavender',
    language: 'en',
    age: 140,
    priority: 0.5,
    text: `
Sun and poor, dry soil. Cut by a third in August, never into the old wood. It dies of love and water.
`,
  },
  {
    path: 'care/dry-shade',
    title: 'Plants for dry shade',
    language: 'en',
    description: 'The most frequent search without a good answer.',
    age: 2,
    priority: 0.7,
    audience: ['user', 'assistant'],
    text: `
Under trees it is dark *and* dry. What grows there:

| Plant | Why |
| --- | --- |
| *Dryopteris filix-mas* | the toughest fern |
| *Geranium macrorrhizum* | closes the ground in two years |
| *Helleborus niger* | flowers when the tree is bare |

Water in the first summer. After that they look after themselves.
`,
  },
  {
    path: 'care/safe-for-cats',
    title: 'Safe for cats',
    language: 'en',
    age: 820,
    priority: 0.4,
    audience: ['user', 'assistant'],
    text: `
Safe: catmint, thyme, rosemary, echinacea, ferns, *Pilea*. Not safe: delphinium, hellebore, hydrangea, *Monstera*, lilies.
`,
  },
  {
    path: 'care/Gr%C3%A4ser-und-Stauden',
    title: 'Gräser und Stauden: Schnitt im Frühjahr',
    language: 'de',
    age: 270,
    priority: 0.35,
    audience: ['user'],
    text: `
Gräser bleiben über den Winter stehen: Sie schützen ihr Herz vor Nässe und sehen im Raureif schön aus. Geschnitten wird
Ende Februar, eine Handbreit über dem Boden. Sommergrüne Stauden dürfen schon im November weg.
`,
  },
  {
    path: 'care/%C3%A9t%C3%A9-au-jardin',
    title: 'L’été au jardin : arroser moins, mieux',
    language: 'fr',
    age: 120,
    priority: 0.35,
    audience: ['user'],
    text: `
Une fois par semaine, vingt litres par mètre carré, le matin. Un paillage de cinq centimètres économise la moitié de
l’eau. Les vivaces installées depuis deux ans n’ont presque plus besoin de vous.
`,
  },
  {
    path: 'care/env%C3%ADos-a-espa%C3%B1a',
    title: 'Envíos a España: calor en el camino',
    language: 'es',
    age: 190,
    priority: 0.3,
    text: `
De junio a septiembre enviamos solo los lunes, para que ningún paquete pase el fin de semana en un almacén caliente.
`,
  },
  {
    path: 'care/%E6%A4%8D%E7%89%A9%E3%81%AE%E5%86%AC%E8%B6%8A%E3%81%97',
    title: '植物の冬越し',
    language: 'ja',
    age: 340,
    priority: 0.3,
    audience: ['user'],
    text: `
鉢植えは壁際に寄せ、鉢を布で包みます。水やりは土の表面が乾いてから、暖かい日の午前中に少しだけ。
`,
  },
  {
    path: 'care/%D8%AF%D9%84%D9%8A%D9%84-%D8%A7%D9%84%D8%B9%D9%86%D8%A7%D9%8A%D8%A9',
    title: 'دليل العناية بالنباتات المنزلية',
    language: 'ar',
    age: 205,
    priority: 0.3,
    audience: ['user', 'assistant'],
    text: `
ضع النبات قرب نافذة مضيئة دون شمس مباشرة. اسقه عندما يجف سطح التربة، وقلل الري في الشتاء إلى النصف.
`,
  },
  {
    path: 'care/%CE%B2%CF%8C%CF%84%CE%B1%CE%BD%CE%B1',
    title: 'Βότανα στο μπαλκόνι',
    language: 'el',
    age: 1290,
    priority: 0.15,
    text: `
Θυμάρι, δεντρολίβανο και ρίγανη θέλουν ήλιο, λίγο νερό και γλάστρα με τρύπα.
`,
  },
];
