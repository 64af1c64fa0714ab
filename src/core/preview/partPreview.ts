import * as l10n from '@vscode/l10n';
import type { PreviewBody } from '../../shared/previewProtocol';
import { edgesOf, isSafeDrawing } from '../content/imageLimits';
import { announcedType, contentKindOf } from '../content/contentKind';
import { bareMimeType, hasViewer } from '../content/mimeTypes';
import { serverBytes, type Part } from '../content/part';
import { formatSize } from '../base/format';
import { textOfPart, type PartText } from './partText';
import { pictureType } from './picture';
import { beginningOnly, tableOf, type Shown } from './table';
import type { PreviewTools } from './parserPorts';

/** Bytes of text shown of one part. */
const maxTextLength = 200_000;
/** Bytes shown of a log, from its end: few enough to have the last line near. */
const maxLogLength = 20_000;
/** Bytes of a picture. */
const maxPreviewBytes = 5_000_000;
/** Megapixels of a picture: a few bytes can unpack to one that takes all memory. */
const maxMegapixels = 50;

/** Bytes of one resource that may still be shown. */
export interface Budget {
  text: number;
  pictures: number;
}

export function newBudget(): Budget {
  return { text: 1_000_000, pictures: 10_000_000 };
}

const markdown = new Set(['md', 'markdown', 'mdx']);
const json = new Set(['json', 'jsonld', 'geojson', 'ipynb', 'webmanifest', 'map']);
const tables = new Set(['csv', 'tsv']);

/** Renders one part within the remaining budget. */
export function shownPart(part: Part, budget: Budget, tools: PreviewTools): Shown {
  if (part.bytes.length === 0) return { body: { kind: 'empty' }, cut: undefined };
  const picture = pictureType(part);
  // A drawing can name its encoding itself.
  const bytes = serverBytes(part);
  if (picture === 'image/svg+xml' && bytes.length <= maxPreviewBytes && !isSafeDrawing(bytes))
    return asSource(textOrNothing(part, budget, tools));
  if (picture !== undefined) return shownPicture(picture, bytes, budget, tools);
  return textOrNothing(part, budget, tools);
}

function textOrNothing(part: Part, budget: Budget, tools: PreviewTools): Shown {
  const bytes = isLog(part) ? endOf(part.bytes) : part.bytes;
  const text = textOfPart({ ...part, bytes }, Math.min(maxTextLength, budget.text));
  if (!text) return { body: { kind: 'none' }, cut: whatToDo(part.mimeType) };
  if (budget.text <= 0) return notShown();
  budget.text -= text.length;
  const shown = shownText(text, tools);
  if (text.isCut || bytes.length === part.bytes.length) return shown;
  return { ...shown, cut: l10n.t('Only the end is shown. Open the resource to see the rest.') };
}

/** By its type, or by its URI where it is plain text: what is a table or JSON has its form from its beginning. */
function isLog({ mimeType, uri }: Part): boolean {
  const type = bareMimeType(mimeType);
  return type === 'text/x-log' || (type === 'text/plain' && /^log:|\.log(?:[?#]|$)/iu.test(uri));
}

/** The last lines of a text in UTF-8; of a longer line, its end. */
function endOf(bytes: Uint8Array): Uint8Array {
  const start = Math.max(0, bytes.length - maxLogLength);
  const isStart = (byte: number): boolean => (byte & 0xc0) !== 0x80;
  const newline = start === 0 ? -1 : bytes.indexOf(0x0a, start - 1);
  if (newline >= 0 && newline < bytes.length - 1) return bytes.subarray(newline + 1);
  return bytes.subarray(start + bytes.subarray(start).findIndex(isStart));
}

/** A drawing shown as its source text. */
function asSource(source: Shown): Shown {
  return {
    ...source,
    cut:
      source.cut ??
      l10n.t(
        'Rendering this image could take too long, so its source is shown instead. Open the resource to view the image.',
      ),
  };
}

function shownPicture(type: string, bytes: Uint8Array, budget: Budget, tools: PreviewTools): Shown {
  if (bytes.length > maxPreviewBytes) return tooLarge(formatSize(maxPreviewBytes));
  const [width = 0, height = 0] = edgesOf(bytes, type) ?? [];
  if (width * height > maxMegapixels * 1e6) return tooLarge(l10n.t('{0} megapixels', maxMegapixels));
  if (bytes.length > budget.pictures) return notShown();
  budget.pictures -= bytes.length;
  return { body: { kind: 'image', source: `data:${type};base64,${tools.toBase64(bytes)}` }, cut: undefined };
}

function tooLarge(limit: string): Shown {
  return { body: { kind: 'none' }, cut: l10n.t('The image is larger than {0}. Open the resource to view it.', limit) };
}

function notShown(): Shown {
  return {
    body: { kind: 'none' },
    cut: l10n.t(
      'This part isn’t shown because the resource is too large for a full preview. Open the resource to see everything.',
    ),
  };
}

function whatToDo(mimeType: string): string {
  const isPlayed = /^(audio|video)\//u.test(mimeType) && hasViewer(mimeType);
  if (isPlayed) return l10n.t('Open the resource to play it.');
  return l10n.t('This type of file can’t be previewed. Save the resource to open it in another app.');
}

function shownText(partText: PartText, tools: PreviewTools): Shown {
  const { text, isCut, extension } = partText;
  const table = tables.has(extension) ? tableOf(text, extension, isCut, tools.parseCsv) : undefined;
  if (table) return table;
  return { body: textBody(partText), cut: isCut ? beginningOnly() : undefined };
}

function textBody({ text, isCut, extension }: PartText): PreviewBody {
  if (markdown.has(extension)) return { kind: 'markdown', text };
  const mayBeJson = json.has(extension) || (extension === '' && /^\s*[[{]/u.test(text));
  if (mayBeJson && !isCut && isJson(text)) return { kind: 'json', text };
  const kind = contentKindOf(announcedType(undefined, `.${extension}`));
  return { kind: kind === 'text' || kind === 'other' ? 'text' : 'code', text };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
