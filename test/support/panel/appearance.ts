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

/**
 * Rules that run in every theme, at the last width only, as colours do not depend on it. All other rules give the same results in each, because the
 * page's style sheets use the theme for colours only.
 */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** A flaw in the panel's appearance, and its place. */
export interface Flaw {
  readonly theme: string;
  readonly width: number;
  /** A rule of axe, or `overflow`. */
  readonly rule: string;
  readonly where: readonly string[];
}

export interface LookOptions {
  /** The widths at which axe runs; at other widths only pictures are taken and overflows checked. */
  readonly axeWidths?: readonly number[];
}

/**
 * Shows a panel in every theme, at 300 and at 600 pixels: takes pictures for people to look at, and returns the findings of axe and the elements
 * wider than their place. The theme changes as it does in VS Code, with the page open.
 */
export async function flawsOf({ page }: OpenPanel, name: string, options: LookOptions = {}): Promise<readonly Flaw[]> {
  const { axeWidths = [300, 600] } = options;
  const flaws: Flaw[] = [];
  mkdirSync(screenshots, { recursive: true });
  await page.evaluate(axe);
  // Placeholders and the selection bar appear with animations.
  await animationsEnded(page);
  for (const width of [300, 600]) {
    await page.setViewportSize({ width, height: 600 });
    for (const theme of themes) {
      const place = { theme: theme.name, width };
      await showTheme(page, theme);
      await drawn(page);
      await page.screenshot({ path: path.join(screenshots, `${name}-${theme.name}-${width}.png`) });
      const where = await overflows(page);
      if (where.length > 0) flaws.push({ ...place, rule: 'overflow', where });
      const isFirst = theme === themes[0];
      if (!(isFirst ? axeWidths : axeWidths.slice(-1)).includes(width)) continue;
      const issues = await violations(page, isFirst ? undefined : colourRules);
      flaws.push(...issues.map((violation) => ({ ...place, ...violation })));
    }
  }
  return flaws;
}

/** Changes the theme as VS Code does: class and variables change together. */
export async function showTheme(page: Page, { kind, variables }: PanelTheme): Promise<void> {
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

/** Returns the elements of the page and of a pane's content that are wider than their place. */
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

/** @param rules the rules of axe to run; all by default */
async function violations(page: Page, rules?: readonly string[]): Promise<Pick<Flaw, 'rule' | 'where'>[]> {
  // Returns only these fields: axe's full results are a hundred times as long. Selectors of elements would take a third of the time.
  return page.evaluate(async (runOnly) => {
    const { axe: runner } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    const only = runOnly && { runOnly: [...runOnly] };
    const results = await runner.run({ resultTypes: ['violations'], selectors: false, ...only });
    return results.violations.map(({ id, nodes }) => ({
      rule: id,
      where: nodes.map(({ html }) => html.slice(0, 200)),
    }));
  }, rules);
}
