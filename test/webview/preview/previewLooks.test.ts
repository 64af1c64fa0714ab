import { expect, it } from 'vitest';
import { flawsOf } from '../../support/panel/appearance';
import { openPreview, openReadyPreview } from '../../support/panel/openPreview';
import { previewSamples } from '../../support/panel/previewSamples';

it.each(Object.entries(previewSamples))('the preview of “%s” is accessible in every theme', async (name, contents) => {
  const panel = await openReadyPreview(contents, { reducedMotion: true });
  if (name === 'image')
    await panel.page.waitForFunction(() => document.querySelector('figcaption')?.textContent.includes('×'));
  expect(await flawsOf(panel, `preview-${name}`)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it('waiting and failing are accessible in every theme', async () => {
  let go = (): void => undefined;
  const panel = await openPreview([], { reducedMotion: true, prepare: (host) => (go = host.hold('preview')) });
  const { page, host } = panel;
  await page.waitForSelector('.preview-loading');
  expect(await flawsOf(panel, 'preview-loading')).toEqual([]);
  host.fail('preview', 'The server “logs” does not have this resource any more.');
  await page.setViewportSize({ width: 300, height: 600 });
  go();
  await page.waitForSelector('.preview-failure');
  expect(await flawsOf(panel, 'preview-failed')).toEqual([]);
});

it('the facts are accessible in every theme', async () => {
  const panel = await openReadyPreview(previewSamples['code']!, { reducedMotion: true });
  await panel.page.locator('.preview-facts summary').click();
  expect(await flawsOf(panel, 'preview-facts')).toEqual([]);
});
