import { describe, expect, it } from 'vitest';
import { panelPage } from '../../../src/shared/panelPage';
import { fill } from '../../../src/shared/strings';
import { legible } from '../../../webview-ui/base/legible';
import { panelStrings } from '../../support/panel/strings';

const parts = {
  nonce: 'bm9uY2U',
  cspSource: 'https://*.vscode-cdn.net',
  scriptUri: 'https://x.vscode-cdn.net/dist/webview.js',
  styleUri: 'https://x.vscode-cdn.net/dist/webview-style.css',
  codiconUri: 'https://x.vscode-cdn.net/dist/codicon.css?a=1&b=2',
  strings: panelStrings,
};

describe('the page of the panel', () => {
  it('allows nothing but its own files and one script', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(panelPage(parts))?.[1];
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      "style-src https://*.vscode-cdn.net 'nonce-bm9uY2U'",
      'font-src https://*.vscode-cdn.net',
      'img-src https://*.vscode-cdn.net data:',
      "script-src 'nonce-bm9uY2U'",
    ]);
    expect(panelPage(parts)).not.toMatch(/ (style|on[a-z]+)="/);
  });

  it('carries its strings unharmed, whatever is in them', () => {
    const strings = { ...panelStrings, attach: '</script><script>alert(1)</script><!-- & " \u2028' };
    const page = panelPage({ ...parts, strings, language: 'de"><b>' });
    const json = /<script type="application\/json" id="strings">([^]*?)<\/script>/.exec(page)?.[1];
    expect(JSON.parse(json ?? '')).toEqual(strings);
    expect(page.match(/<script/g)).toHaveLength(3);
    expect(page).toContain('<html lang="de&quot;&gt;&lt;b&gt;">');
    expect(page).toContain('codicon.css?a=1&amp;b=2');
  });
});

it('fills values into strings and leaves what has none', () => {
  expect(fill('{0} of {1}, {2}', 3, 'many')).toBe('3 of many, {2}');
});

it('makes one honest line of any text without moving a character', () => {
  expect(legible('a\nb\tc\u0000\u0085d \u202Eexe\u2069 \u200Fعربي')).toBe('a b c  d \uFFFDexe\uFFFD \u200Fعربي');
});
