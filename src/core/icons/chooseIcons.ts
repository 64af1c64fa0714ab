import type { ResourceIcon } from '../resource/resource';
import { isShownType } from './iconImage';

/** Pixels: a row's icon on a display of twice the usual density. */
const wantedSize = 32;

/** Origin from which icons of a server may be fetched: its own, if it is reached over HTTPS. */
export function originOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' ? origin : undefined;
}

/**
 * Returns the icons that may be shown, the best match for theme and size first: those whose image is in a `data:` URI, and those at `origin`.
 */
export function chooseIcons(
  icons: readonly ResourceIcon[],
  theme: 'light' | 'dark',
  origin: string | undefined,
): readonly ResourceIcon[] {
  const cost = (icon: ResourceIcon): number => costOfTheme(icon, theme) + costOfSize(icon);
  return icons.filter((icon) => isAllowed(icon, origin)).sort((a, b) => cost(a) - cost(b));
}

function isAllowed({ src, mimeType }: ResourceIcon, origin: string | undefined): boolean {
  if (mimeType !== undefined && !isShownType(mimeType)) return false;
  if (/^data:/iu.test(src)) return isShownType(/^data:([^,]{0,200}),/iu.exec(src)?.[1] ?? '');
  return origin !== undefined && originOf(src) === origin;
}

/** Its steps outweigh every difference of size. */
function costOfTheme({ theme }: ResourceIcon, wantedTheme: 'light' | 'dark'): number {
  if (theme === undefined) return 1e6;
  return theme === wantedTheme ? 0 : 2e6;
}

/** Prefers the smallest icon that is large enough. A known size that is too small is worse than an unknown one. */
function costOfSize({ size }: ResourceIcon): number {
  if (size === 'any') return 0;
  if (size === undefined) return 1e4;
  return size >= wantedSize ? Math.min(size - wantedSize, 9_999) : 2e4 - size;
}
