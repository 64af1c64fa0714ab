import type { Document } from '../document';
import { pageIcons } from './icons';
import { ago } from './time';
import { handbookPages } from './wikiHandbook';
import { carePages } from './wikiCare';
import type { WikiPage } from './wikiPage';

export const wikiPages: readonly WikiPage[] = [...handbookPages, ...carePages];

export function wikiUri(page: WikiPage): string {
  return `wiki://larkspur/${page.path}`;
}

/** Returns the Markdown of a page, with its title as the heading. */
export function wikiText({ title, text }: WikiPage): string {
  return `# ${title}\n\n${text.trim()}\n`;
}

export function wiki(now: number): Document[] {
  const past = ago(now);
  return wikiPages.map((page) => {
    const { path, title, description, age, priority, audience, language } = page;
    return {
      uri: wikiUri(page),
      name: decodeURIComponent(path.split('/').at(-1) ?? path),
      title,
      ...(description !== undefined && { description }),
      mimeType: 'text/markdown',
      icons: pageIcons,
      ...(audience && { audience }),
      ...(priority !== undefined && { priority }),
      ...(age !== undefined && { lastModified: past.daysLocal(age) }),
      meta: { 'larkspur.example/language': language },
      body: () => wikiText(page),
    };
  });
}
