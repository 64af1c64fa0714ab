import type { SourceFile } from './sourceFile';

/** The web shop that customers see. */
export const webFiles: readonly SourceFile[] = [
  {
    path: 'web/src/main.ts',
    description: 'Starts the shop in the browser.',
    age: 12,
    priority: 0.6,
    text: `
import { loadBasket } from './basket/storage';
import { mountBasket } from './basket/view';
import { mountSearch } from './search/box';
import { language } from './i18n';

document.documentElement.lang = language();
mountSearch(document.querySelector('#search'));
mountBasket(document.querySelector('#basket'), loadBasket());
`,
  },
  {
    path: 'web/src/basket/basket.ts',
    description: 'Lines, quantities and the total of a basket.',
    age: 0.9,
    priority: 0.8,
    text: `
import type { Plant } from '../plants/plant';

export interface Line {
  readonly plant: Plant;
  readonly quantity: number;
}

/** Adds plants to a basket; the same plant twice becomes one line. */
export function add(lines: readonly Line[], plant: Plant, quantity = 1): Line[] {
  const known = lines.find((line) => line.plant.sku === plant.sku);
  if (!known) return [...lines, { plant, quantity }];
  return lines.map((line) => (line === known ? { plant, quantity: line.quantity + quantity } : line));
}

/** Euro, before delivery. */
export function total(lines: readonly Line[]): number {
  const cents = lines.reduce((sum, line) => sum + Math.round(line.plant.price * 100) * line.quantity, 0);
  return cents / 100;
}

/** A tray holds six pots; more than half a tray travels on a pallet. */
export function trays(lines: readonly Line[]): number {
  return Math.ceil(lines.reduce((sum, line) => sum + line.quantity, 0) / 6);
}
`,
  },
  {
    path: 'web/src/basket/basket.test.ts',
    age: 0.9,
    priority: 0.3,
    text: `
import { expect, it } from 'vitest';
import { add, total, trays } from './basket';

const lavender = { sku: 'LAV-012', name: 'English lavender', price: 6.9 };
const fern = { sku: 'FER-011', name: 'Male fern', price: 5.8 };

it('puts the same plant on one line', () => {
  expect(add(add([], lavender), lavender, 2)).toEqual([{ plant: lavender, quantity: 3 }]);
});

it('adds up in cents', () => {
  expect(total(add(add([], lavender, 3), fern))).toBe(26.5);
});

it('needs a second tray for the seventh pot', () => {
  expect(trays(add([], fern, 7))).toBe(2);
});
`,
  },
  {
    path: 'web/src/basket/storage.ts',
    age: 140,
    priority: 0.4,
    text: `
import type { Line } from './basket';

const key = 'larkspur.basket';

export function loadBasket(): Line[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]');
  } catch {
    return [];
  }
}

export function saveBasket(lines: readonly Line[]): void {
  localStorage.setItem(key, JSON.stringify(lines));
}
`,
  },
  {
    path: 'web/src/basket/view.ts',
    age: 33,
    priority: 0.4,
    text: `
import { add, total, type Line } from './basket';
import { saveBasket } from './storage';
import { money, t } from '../i18n';

export function mountBasket(root: HTMLElement, lines: Line[]): void {
  const draw = () => {
    root.textContent = lines.length === 0 ? t('basket.empty') : t('basket.total', money(total(lines)));
  };
  root.addEventListener('larkspur:add', (event: CustomEvent) => {
    lines = add(lines, event.detail);
    saveBasket(lines);
    draw();
  });
  draw();
}
`,
  },
  {
    path: 'web/src/plants/plant.ts',
    description: 'What the shop knows about a plant.',
    age: 61,
    priority: 0.65,
    text: `
export interface Plant {
  readonly sku: string;
  readonly name: string;
  readonly latin?: string;
  /** Euro, with tax. */
  readonly price: number;
  readonly light?: 'sun' | 'half shade' | 'shade';
  /** Lowest winter temperature in °C. */
  readonly hardy?: number;
}

/** Plants are sent only when it is warmer than they can bear on the road. */
export function canTravel(plant: Plant, coldestNight: number): boolean {
  return (plant.hardy ?? 5) + 3 <= coldestNight;
}
`,
  },
  {
    path: 'web/src/plants/card.html',
    age: 204,
    priority: 0.2,
    audience: ['assistant'],
    text: `
<article class="plant">
  <img data-picture alt="" width="240" height="180" loading="lazy" />
  <h3 data-name></h3>
  <p class="latin" data-latin></p>
  <p class="price" data-price></p>
  <button type="button" data-add>Add to basket</button>
</article>
`,
  },
  {
    path: 'web/src/search/box.ts',
    age: 4,
    priority: 0.5,
    text: `
import { findPlants } from './index';

/** Searches while typing, at most four times a second; a late answer never replaces a newer one. */
export function mountSearch(input: HTMLInputElement): void {
  let latest = 0;
  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const mine = ++latest;
      const found = await findPlants(input.value);
      if (mine === latest) input.dispatchEvent(new CustomEvent('larkspur:found', { detail: found }));
    }, 250);
  });
}
`,
  },
  {
    path: 'web/src/search/index.ts',
    age: 4,
    priority: 0.55,
    text: `
import type { Plant } from '../plants/plant';

/** Folds accents and case, so that "helleborus" finds "Hélleborus". */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/[^a-z0-9 ]/giu, '').toLowerCase();
}

export async function findPlants(query: string): Promise<Plant[]> {
  const words = fold(query).split(' ').filter(Boolean);
  const answer = await fetch('/api/plants?q=' + encodeURIComponent(words.join(' ')));
  if (!answer.ok) throw new Error('The search is not available: ' + answer.status);
  return answer.json();
}
`,
  },
  {
    path: 'web/src/i18n.ts',
    age: 75,
    priority: 0.3,
    text: `
const texts = {
  en: { 'basket.empty': 'Your basket is empty', 'basket.total': 'Basket: {0}' },
  de: { 'basket.empty': 'Ihr Warenkorb ist leer', 'basket.total': 'Warenkorb: {0}' },
  fr: { 'basket.empty': 'Votre panier est vide', 'basket.total': 'Panier : {0}' },
};

export const language = () => navigator.language.slice(0, 2);
export const money = (euro: number) =>
  new Intl.NumberFormat(language(), { style: 'currency', currency: 'EUR' }).format(euro);
export const t = (key: string, value = '') => (texts[language()] ?? texts.en)[key].replace('{0}', value);
`,
  },
  {
    path: 'web/styles/shop.css',
    age: 18,
    priority: 0.2,
    audience: ['user'],
    text: `
:root {
  --leaf: #3c7a4b;
  --petal: #5b63c7;
  --paper: #faf8f3;
}

body {
  margin: 0 auto;
  max-width: 72rem;
  background: var(--paper);
  font: 1rem/1.5 'Source Serif 4', Georgia, serif;
}

.plant .latin {
  font-style: italic;
  color: color-mix(in srgb, var(--leaf), black 30%);
}

.plant button {
  border: 0;
  border-radius: 0.25rem;
  padding: 0.5rem 1rem;
  background: var(--petal);
  color: white;
}
`,
  },
  {
    path: 'web/package.json',
    age: 12,
    priority: 0.1,
    text: `
{
  "name": "@larkspur/web",
  "version": "1.18.2",
  "private": true,
  "type": "module",
  "scripts": { "dev": "vite", "build": "vite build", "test": "vitest run" },
  "devDependencies": { "typescript": "^6.0.0", "vite": "^7.3.0", "vitest": "^4.1.0" }
}
`,
  },
];
