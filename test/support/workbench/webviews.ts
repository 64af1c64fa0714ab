// Finds the document of webview views: an iframe in an iframe, placed over the view's section.
import type { ElementHandle, Frame, Page } from 'playwright-core';
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

/** The overlay lies over the section; nothing else of it says which, in all versions of VS Code. */
async function findFrame(page: Page, viewTitle: string): Promise<Frame | undefined> {
  const section = await viewPane(page, viewTitle).locator('> .pane-body').boundingBox();
  let outer: ElementHandle | undefined;
  for (const handle of await page.locator('iframe.webview.ready').elementHandles()) {
    const box = await handle.boundingBox();
    if (section && box && Math.hypot(box.x - section.x, box.y - section.y) < 2) outer = handle;
  }
  const outerFrame = await outer?.contentFrame();
  const inner = await outerFrame?.$('#active-frame');
  const frame = await inner?.contentFrame();
  if (frame === undefined || frame === null) return undefined;
  const isLoaded = await frame.evaluate(
    () => document.readyState === 'complete' && document.body.childElementCount > 0,
  );
  return isLoaded ? frame : undefined;
}
