import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import type { OpenPanel } from './openPanel';
import { animationsEnded, drawn } from './reading';
import { themes, type PanelTheme } from './themes';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const screenshots = path.resolve(import.meta.dirname, '../../output/screenshots');

/** Rules that run in every theme. In all else the themes are the same: the style sheets of the page ask for one to choose a colour only. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What is wrong with how the panel looks, and where. */
export interface Flaw {
  readonly theme: string;
  readonly width: number;
  /** A rule of axe, or `overflow`. */
  readonly rule: string;
  readonly where: readonly string[];
}

export interface LookOptions {
  /** Where axe looks; everywhere else only the pictures are taken and the widths compared. */
  readonly axeWidths?: readonly number[];
}

/**
 * Looks at what a panel shows in every theme, at 300 and at 600 pixels: takes pictures for people, and tells what axe finds and what is
 * wider than its place. The themes change as they do in VS Code, with the page open.
 */
export async function flawsOf({ page }: OpenPanel, name: string, options: LookOptions = {}): Promise<readonly Flaw[]> {
  const { axeWidths = [300, 600] } = options;
  const flaws: Flaw[] = [];
  mkdirSync(screenshots, { recursive: true });
  await page.evaluate(axe);
  // Placeholders and the selection bar come up by animations.
  await animationsEnded(page);
  for (const width of [300, 600]) {
    await page.setViewportSize({ width, height: 600 });
    for (const theme of themes) {
      const at = { theme: theme.name, width };
      await showTheme(page, theme);
      await drawn(page);
      await page.screenshot({ path: path.join(screenshots, `${name}-${theme.name}-${width}.png`) });
      const where = await overflows(page);
      if (where.length > 0) flaws.push({ ...at, rule: 'overflow', where });
      if (!axeWidths.includes(width)) continue;
      const found = await violations(page, theme === themes[0] ? undefined : colourRules);
      flaws.push(...found.map((violation) => ({ ...at, ...violation })));
    }
  }
  return flaws;
}

/** Does with the page what VS Code does when the theme changes: class and variables become others in one go. */
async function showTheme(page: Page, { kind, variables }: PanelTheme): Promise<void> {
  await page.evaluate(
    ({ kind: name, entries }) => {
      const { body, documentElement } = document;
      document.querySelector<HTMLLinkElement>('#theme')!.disabled = true;
      body.className = name;
      body.dataset['vscodeThemeKind'] = name;
      documentElement.removeAttribute('style');
      for (const [variable, value] of entries) documentElement.style.setProperty(`--vscode-${variable}`, value);
    },
    { kind, entries: Object.entries(variables) },
  );
}

/** Of the page and of a pane's content, what does not fit into its width. */
async function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.pane-content')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(
        ({ localName, className, scrollWidth, clientWidth }) =>
          `${localName}.${className}: ${scrollWidth} > ${clientWidth}`,
      ),
  );
}

/** @param rules those of axe that are wanted; all where not given */
async function violations(page: Page, rules?: readonly string[]): Promise<Pick<Flaw, 'rule' | 'where'>[]> {
  // Only these are brought here: what axe tells of all that is right is a hundred times as long.
  return page.evaluate(async (runOnly) => {
    const { axe: runner } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    const found = await runner.run({ resultTypes: ['violations'], ...(runOnly && { runOnly: [...runOnly] }) });
    return found.violations.map(({ id, nodes }) => ({ rule: id, where: nodes.map(({ html }) => html.slice(0, 200)) }));
  }, rules);
}
