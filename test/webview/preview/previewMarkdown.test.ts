import { describe, expect, it } from 'vitest';
import { openReadyPreview, textContent } from '../../support/panel/openPreview';
import { previewSamples } from '../../support/panel/previewSamples';

describe('Markdown', () => {
  it('is drawn as what it says', async () => {
    const { page } = await openReadyPreview(previewSamples['markdown']!);
    expect(
      await page.$$eval('.preview-markdown [role="heading"]', (all) =>
        all.map((one) => [one.getAttribute('aria-level'), one.textContent.trim()]),
      ),
    ).toEqual([
      ['3', 'Orders'],
      ['4', 'Steps'],
    ]);
    const tags = ['strong', 'em', 'code', 'ol > li', 'ul > li', 'blockquote', 'th', 'td', 'pre'];
    const counts = await Promise.all(tags.map((tag) => page.locator(`.preview-markdown ${tag}`).count()));
    expect(Object.fromEntries(tags.map((tag, at) => [tag, counts[at]]))).toEqual({
      strong: 1,
      em: 1,
      code: 3,
      'ol > li': 3,
      'ul > li': 2,
      blockquote: 1,
      th: 3,
      td: 6,
      pre: 2,
    });
    await expect.poll(() => page.textContent('.preview-markdown')).toContain('the handbook — it is short.');
    await expect.poll(() => page.textContent('.md-picture')).toContain('A van in the yard');
  });

  it('hides no text: a model reads comments, too', async () => {
    const { page } = await openReadyPreview(
      textContent('---\na: 1 # one\n---\n<!-- two -->\n\nText <!-- three -->\n\n[//]: # (four)', 'text/markdown'),
    );
    await expect
      .poll(() => page.textContent('.preview-markdown'))
      .toMatch(/a: 1 # one[^]*<!-- two -->[^]*Text[^]*<!-- three -->[^]*\[\/\/\]: # \(four\)/u);
  });

  it('collects the addresses that it does not lead to', async () => {
    const { page } = await openReadyPreview(
      textContent('[a](https://a.example) ![b](x.png)\n\n[c]\n\n[c]: https://c.example', 'text/markdown'),
    );
    await expect
      .poll(() => page.locator('.md-addresses li').allTextContents())
      .toEqual(['https://a.example', 'x.png', 'https://c.example']);
  });

  it('can neither run, load nor be clicked', async () => {
    const hostile = [
      '<script>document.title = "broken"</script>',
      '<img src=x onerror="document.title=\'broken\'">',
      '<iframe src="https://evil.example"></iframe>',
      '<style>body { display: none }</style>',
      '<a href="command:workbench.action.quit">quit</a> <form action="https://evil.example"><button>go</button></form>',
      '[click](javascript:document.title="broken") [command](command:workbench.action.quit) <https://evil.example>',
      '![spy](https://evil.example/pixel.png) ![data](data:image/svg+xml,<svg onload=alert(1)>)',
      '[x]: javascript:alert(1)',
      '${document.title="broken"} {{constructor.constructor("alert(1)")()}}',
      'turned \u202Etxt.exe',
    ].join('\n\n');
    const requests: string[] = [];
    const { page, complaints } = await openReadyPreview(textContent(hostile, 'text/markdown'));
    page.on('request', (request) => requests.push(request.url()));
    await expect.poll(() => page.textContent('.preview-markdown')).toContain('turned \\u{202e}txt.exe');
    const active = 'a, img, script, iframe, style, form, button, input, object, [onerror], [onload], [href], [src]';
    expect(await page.locator(`.preview-part :is(${active})`).count()).toBe(0);
    for (const word of await page.locator('.preview-part .md-link, .preview-part .md-html').all())
      await word.click({ force: true });
    expect(await page.title()).toBe('Search MCP resources');
    expect(requests).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['marks without an end', '*a_b'.repeat(50_000)],
    ['quotations in quotations', '>'.repeat(100_000)],
    ['lists in lists', Array.from({ length: 500 }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n')],
    ['numbers in numbers', '1. '.repeat(60_000)],
    ['brackets', '['.repeat(190_000)],
    ['character references', '&amp;&#65; '.repeat(18_000)],
    ['a table of nothing', `${'|a'.repeat(40_000)}|\n${'|-'.repeat(40_000)}|`],
    ['a fence without an end', `\`\`\`\n${'x\n'.repeat(90_000)}`],
  ])('with %s shows', async (_, body) => {
    const { page, complaints } = await openReadyPreview(textContent(body, 'text/markdown'));
    await page.waitForSelector('.preview-markdown > *');
    expect(complaints).toEqual([]);
  });
});
