import { describe, expect, it } from 'vitest';
import { chooseIcons, originOf } from '../../../src/core/icons/chooseIcons';
import { areSameIcons, newInternedIcons } from '../../../src/core/icons/iconLists';
import type { ResourceIcon } from '../../../src/core/resource/resource';

function icon(src: string, fields: Partial<ResourceIcon> = {}): ResourceIcon {
  return { src, mimeType: undefined, theme: undefined, size: undefined, ...fields };
}

describe('the icons of a resource', () => {
  it('are those of the theme, and then of the size', () => {
    const icons = [
      icon('data:image/png,dark', { theme: 'dark', size: 64 }),
      icon('data:image/png,small', { size: 16 }),
      icon('data:image/png,large', { size: 512 }),
      icon('data:image/png,fits', { size: 32 }),
      icon('data:image/png,unsaid'),
      icon('data:image/svg+xml,light', { theme: 'light', size: 'any' }),
    ];
    const names = (theme: 'light' | 'dark'): string[] =>
      chooseIcons(icons, theme, undefined).map(({ src }) => src.split(',')[1] ?? '');
    expect(names('dark')).toEqual(['dark', 'fits', 'large', 'unsaid', 'small', 'light']);
    expect(names('light')).toEqual(['light', 'fits', 'large', 'unsaid', 'small', 'dark']);
  });

  it('are images that are written down, or at the origin of the server', () => {
    const origin = originOf('https://mcp.example:8443/mcp?x=1');
    const sources = [
      'data:image/png;base64,AAAA',
      'data:text/html,x',
      'https://mcp.example:8443/icon.png',
      'HTTPS://MCP.example:8443/icon.png',
      'https://mcp.example/icon.png',
      'https://mcp.example:8443@evil.example/icon.png',
      'http://mcp.example:8443/icon.png',
      'file:///etc/passwd',
      'icon.png',
      '//mcp.example:8443/icon.png',
      'javascript:alert(1)',
    ];
    const allowed = (at: string | undefined): number[] =>
      sources.flatMap((src, index) => (chooseIcons([icon(src)], 'dark', at).length > 0 ? [index] : []));
    expect([allowed(origin), allowed(undefined)]).toEqual([[0, 2, 3], [0]]);
    expect(chooseIcons([icon('https://mcp.example:8443/a', { mimeType: 'text/html' })], 'dark', origin)).toEqual([]);
  });

  it('of a server that is not reached over HTTPS are at no origin', () => {
    const addresses = ['http://mcp.example/', 'https://', 'mcp', undefined, 'https://mcp.example/'];
    expect(addresses.map(originOf)).toEqual([undefined, undefined, undefined, undefined, 'https://mcp.example']);
  });
});

describe('lists of icons', () => {
  it('are kept once', () => {
    const lists = newInternedIcons();
    const first = lists.share([icon('data:image/png,a'), icon('data:image/png,b', { theme: 'dark' })]);
    expect(lists.share([icon('data:image/png,a'), icon('data:image/png,b', { theme: 'dark' })])).toBe(first);
    expect(lists.share([icon('data:image/png,a'), icon('data:image/png,b')])).not.toBe(first);
  });

  it('are the same where nothing of them differs', () => {
    const a = [icon('data:image/png,a', { size: 16 })];
    expect(areSameIcons(a, [icon('data:image/png,a', { size: 16 })])).toBe(true);
    expect(areSameIcons(undefined, undefined)).toBe(true);
    const otherIcons = [
      undefined,
      [],
      [...a, ...a],
      [icon('data:image/png,a')],
      [icon('data:image/png,b', { size: 16 })],
    ];
    expect(otherIcons.map((other) => areSameIcons(a, other) || areSameIcons(other, a))).toEqual(
      otherIcons.map(() => false),
    );
  });
});
