import type { Random } from '../random';
import { seededRandom } from '../random';
import type { Colour } from './png';
import { png } from './png';

const width = 320;
const height = 240;

/** The look of a painted flower. */
export interface FlowerStyle {
  readonly petals: Colour;
  readonly heart: Colour;
  readonly petalCount: number;
  readonly flowers: number;
  /** 0 for round heads on single stems, 1 for spikes of many small flowers. */
  readonly spike: boolean;
}

/** A painted shape: its bounding box, its colour, and how much of a pixel it covers, 0 to 1. */
interface Layer {
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
  readonly colour: (x: number, y: number) => Colour;
  readonly cover: (x: number, y: number) => number;
}

/** The background of all pictures, painted once. */
let garden: readonly Colour[] | undefined;

/** Paints flowers in front of a hazy garden; the same seed always gives the same picture. */
export function paintFlowers(style: FlowerStyle, seed: number): Uint8Array {
  const random = seededRandom(seed);
  garden ??= Array.from({ length: width * height }, (_, at) => background(at % width, Math.floor(at / width)));
  const canvas = [...garden];
  for (let flower = 0; flower < style.flowers; flower++) {
    const x = (width * (flower + 0.5)) / style.flowers + random.amount(-14, 14);
    const top = random.amount(36, 100);
    const lean = random.amount(-18, 18);
    paint(canvas, stem(x, lean, top));
    paint(canvas, leaf(x, top + 60, random.amount(16, 26), random.below(2) === 0 ? -1 : 1));
    for (const bloom of style.spike
      ? spike(style, x + lean, top, random)
      : [head(style, x + lean, top, random.amount(20, 30))])
      paint(canvas, bloom);
  }
  return png(width, height, (x, y) => canvas[y * width + x]!);
}

function paint(canvas: Colour[], { box: [left, top, right, bottom], colour, cover }: Layer): void {
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(height - 1, bottom); y++)
    for (let x = Math.max(0, Math.floor(left)); x <= Math.min(width - 1, right); x++) {
      const share = cover(x, y);
      if (share > 0) canvas[y * width + x] = mix(canvas[y * width + x]!, colour(x, y), share);
    }
}

function background(x: number, y: number): Colour {
  const haze = 0.5 + 0.25 * Math.sin(x / 47) * Math.cos(y / 31) + 0.15 * Math.sin((x + y) / 83);
  return mix(mix([233, 240, 226], [196, 216, 186], y / height), [250, 247, 232], haze * (1 - y / height));
}

function stem(x: number, lean: number, top: number): Layer {
  return {
    box: [Math.min(x, x + lean) - 3, top, Math.max(x, x + lean) + 3, height],
    colour: () => [74, 122, 76],
    cover: (px, py) => {
      const along = (height - py) / (height - top);
      return edge(Math.abs(px - (x + lean * along * along)) - 1.8);
    },
  };
}

function leaf(x: number, y: number, length: number, side: number): Layer {
  return {
    box: [x - length, y - 22, x + length, y + 8],
    colour: () => [96, 148, 88],
    cover: (px, py) => {
      const along = ((px - x) * side) / length;
      if (along < 0 || along > 1) return 0;
      return edge(Math.abs(py - (y - along * 14)) - 6 * Math.sin(along * Math.PI));
    },
  };
}

function head({ petals, heart, petalCount }: FlowerStyle, x: number, y: number, radius: number): Layer {
  return {
    box: [x - radius - 1, y - radius - 1, x + radius + 1, y + radius + 1],
    colour: (px, py) => {
      const distance = Math.hypot(px - x, py - y) / radius;
      return distance < 0.34 ? heart : mix(petals, [255, 255, 255], 0.25 * distance);
    },
    cover: (px, py) => {
      const angle = Math.atan2(py - y, px - x);
      const reach = radius * (0.62 + 0.38 * Math.abs(Math.cos((angle * petalCount) / 2)));
      return edge(Math.hypot(px - x, py - y) - reach);
    },
  };
}

function spike(style: FlowerStyle, x: number, top: number, random: Random): Layer[] {
  return Array.from({ length: 16 }, (_, index) => {
    const size = 4 + index * 0.45;
    const sway = random.amount(-1, 1) * (3 + index * 0.7);
    return head(style, x + sway, top - 18 + index * 8, size);
  });
}

/** Returns 1 inside and 0 outside, blended over the pixel between. */
function edge(distance: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance));
}

function mix(under: Colour, over: Colour, share: number): Colour {
  const blended = (channel: 0 | 1 | 2): number => under[channel] + (over[channel] - under[channel]) * share;
  return [blended(0), blended(1), blended(2)];
}
