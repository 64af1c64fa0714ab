import { openPanel, type OpenOptions, type OpenPanel } from './openPanel';
import type { SampleContent } from './previewHost';
import { focusList, press } from './reading';

/** Opens the preview of the first row with this content. */
export async function openPreview(contents: readonly SampleContent[], options: OpenOptions = {}): Promise<OpenPanel> {
  const panel = await openPanel({
    ...options,
    prepare: (host) => {
      host.previews.contents.set(1, contents);
      options.prepare?.(host);
    },
  });
  await focusList(panel.page);
  await press(panel.page, 'ArrowRight');
  await panel.page.waitForSelector('.preview');
  return panel;
}

/** Opens the preview like {@link openPreview}, and waits until its content is there. */
export async function openReadyPreview(
  contents: readonly SampleContent[],
  options: OpenOptions = {},
): Promise<OpenPanel> {
  const panel = await openPreview(contents, options);
  await panel.page.waitForSelector('.preview-facts');
  return panel;
}

/** Returns the content of a resource with one text. */
export function textContent(body: string, mimeType = 'text/plain'): readonly SampleContent[] {
  return [{ body, mimeType }];
}
