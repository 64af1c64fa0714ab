// Finds the document of webview views: an iframe in an iframe, placed over the view's section.
import type { Frame, Page } from 'playwright-core';
import { viewPane } from './commands.js';
import { waitFor } from './waiting.js';

/** Returns the frame with the extension's own document of a webview view, once it has loaded. */
export async function webviewFrame(page: Page, viewTitle: string): Promise<Frame> {
  let frame: Frame | undefined;
  await waitFor(
    `the webview "${viewTitle}"`,
    async () => {
      frame = await findFrame(page, viewTitle);
      return frame !== undefined;
    },
    30_000,
  );
  return frame!;
}

/** The overlay names the section below it by CSS anchor positioning. */
async function findFrame(page: Page, viewTitle: string): Promise<Frame | undefined> {
  const anchor = await viewPane(page, viewTitle)
    .locator('> .pane-body')
    .evaluate((body) => body.style.getPropertyValue('anchor-name'));
  if (anchor === '') return undefined;
  const outer = page.locator(`.webview-overlay-content[style*="${anchor}"] iframe.webview.ready`);
  if ((await outer.count()) === 0) return undefined;
  const outerFrame = await (await outer.elementHandle()).contentFrame();
  const inner = await outerFrame?.$('#active-frame');
  const frame = await inner?.contentFrame();
  if (frame === undefined || frame === null) return undefined;
  const isLoaded = await frame.evaluate(
    () => document.readyState === 'complete' && document.body.childElementCount > 0,
  );
  return isLoaded ? frame : undefined;
}
