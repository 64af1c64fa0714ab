// Files that mention resources of the demo server, and helpers to check their links.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../../scripts/lib/terminal.mjs';
import { activeEditor, goTo, waitForSuggestions } from '../../support/workbench/editors.js';
import type { Workbench } from '../../support/workbench/workbench.js';

/** A prompt file of the example, which mentions five resources. */
export const prompt = 'why-is-it-waiting.prompt.md';
const promptText = await readFile(path.join(root, 'examples/workspace/.github/prompts', prompt), 'utf8');
export const promptFile = { [`.github/prompts/${prompt}`]: promptText };

/** The misspelt URI in the prompt file, and the right one. */
export const [misspelt, weather] = [
  '@larkspur:wiki://larkspur/handbook/weather-holds',
  '@larkspur:wiki://larkspur/handbook/weather-hold',
] as const;

/** Returns the texts of all links of the open file, joined. */
export async function linkTexts({ page }: Workbench): Promise<string> {
  return (await activeEditor(page).locator('.detected-link').allInnerTexts()).join('');
}

/** Puts the cursor after the last character of a text in the open prompt file. */
export async function goToEndOf({ page }: Workbench, text: string): Promise<void> {
  const lines = promptText.split('\n');
  const line = lines.findIndex((one) => one.includes(text));
  await goTo(page, line + 1, (lines[line] ?? '').indexOf(text) + text.length + 1);
}

export async function waitForFirst({ page }: Workbench, title: string): Promise<void> {
  await waitForSuggestions(page, `"${title}" first`, ([first]) => first?.startsWith(title) ?? false);
}
