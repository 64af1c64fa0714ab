import { pdf, text } from '../render/pdf';
import { plants } from './plants';

const green = '0.235 0.478 0.294';
const blue = '0.357 0.388 0.780';

/** The catalogue of two pages: a cover with a flower spike, and the plants with their prices. */
export function catalogue(): Uint8Array {
  return pdf('Larkspur, spring catalogue', [{ operators: cover() }, { operators: priceList() }]);
}

function cover(): string[] {
  const florets = Array.from({ length: 15 }, (_, row) => {
    const size = 9 + row * 1.6;
    const x = 297 + (row % 2 === 0 ? -1 : 1) * row * 1.5;
    return circle(x, 640 - row * 20, size);
  });
  return [
    `${green} RG 4 w 297 120 m 297 650 l S`,
    `${blue} rg`,
    ...florets,
    '0.18 0.23 0.20 rg',
    text(72, 756, 44, 'Larkspur'),
    text(74, 728, 16, 'Hardy plants by mail, since 1987', 'italic'),
    text(72, 72, 12, 'Spring catalogue. 24 plants, grown without peat in Aalsmeer.'),
  ];
}

function priceList(): string[] {
  const lines = plants.flatMap(({ name, latin, price, pot }, row) => {
    const y = 730 - row * 26;
    const plain = name.replaceAll('‘', "'").replaceAll('’', "'");
    return [
      text(72, y, 12, plain),
      text(232, y, 12, latin, 'italic'),
      text(400, y, 12, pot),
      text(470, y, 12, `€ ${price.toFixed(2)}`),
      `0.85 G 0.5 w 72 ${y - 8} m 523 ${y - 8} l S`,
    ];
  });
  return ['0.18 0.23 0.20 rg', text(72, 770, 22, 'Plants and prices'), ...lines];
}

/** A filled circle of four Bézier curves; 0.5523 is the usual factor for a quarter. */
function circle(x: number, y: number, radius: number): string {
  const point = (dx: number, dy: number): string => `${(x + dx * radius).toFixed(1)} ${(y + dy * radius).toFixed(1)}`;
  const k = 0.5523;
  return [
    `${point(1, 0)} m`,
    `${point(1, k)} ${point(k, 1)} ${point(0, 1)} c`,
    `${point(-k, 1)} ${point(-1, k)} ${point(-1, 0)} c`,
    `${point(-1, -k)} ${point(-k, -1)} ${point(0, -1)} c`,
    `${point(k, -1)} ${point(1, -k)} ${point(1, 0)} c f`,
  ].join(' ');
}
