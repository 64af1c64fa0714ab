import * as l10n from '@vscode/l10n';
import { cut } from '../../base/values';
import { formatCount } from '../../base/format';
import { known, type Fact } from '../resourceFacts';
import type { PreviewTools } from '../parserPorts';
import { PdfFile } from './pdfFile';
import { isDictionary, isKind, textOfString, type PdfDictionary } from './values';

/** The signature stands here, not always at the very beginning. */
const headLength = 1_024;
const longestText = 300;

/** The first facts of a PDF file; those that it hides or that cannot be found are said to be so. `undefined` for what is no PDF. */
export function pdfFacts(bytes: Uint8Array, { inflate }: Pick<PreviewTools, 'inflate'>): readonly Fact[] | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headLength));
  const version = /%PDF-(\d+\.\d+)/u.exec(head)?.[1];
  if (version === undefined) return undefined;
  const file = new PdfFile(bytes, inflate);
  const isEncrypted = file.trailer?.entries.has('Encrypt') === true;
  const root = dictionary(file, file.trailer, 'Root');
  const pages = file.entry(dictionary(file, root, 'Pages'), 'Count');
  const information = isEncrypted ? undefined : dictionary(file, file.trailer, 'Info');
  return known([
    [l10n.t('Pages'), typeof pages === 'number' && pages >= 0 ? formatCount(pages) : unknownPages(isEncrypted)],
    [l10n.t('Title'), textOf(file, information, 'Title')],
    [l10n.t('Author'), textOf(file, information, 'Author')],
    [l10n.t('Encrypted'), isEncrypted ? l10n.t('yes, its title and author cannot be read') : undefined],
    [l10n.t('PDF version'), newest(version, file.entry(root, 'Version'))],
    [
      l10n.t('Linearized'),
      /\/Linearized\s+1/u.test(head) ? l10n.t('yes, its first page shows while the rest loads') : undefined,
    ],
  ]);
}

function unknownPages(isEncrypted: boolean): string {
  return isEncrypted
    ? l10n.t('not known: the file is encrypted')
    : l10n.t('not known: the index of the file cannot be read');
}

function dictionary(file: PdfFile, from: PdfDictionary | undefined, key: string): PdfDictionary | undefined {
  const value = file.entry(from, key);
  return isDictionary(value) ? value : undefined;
}

function textOf(file: PdfFile, information: PdfDictionary | undefined, key: string): string | undefined {
  const value = file.entry(information, key);
  return isKind(value, 'string') ? cut(textOfString(value).trim(), longestText) : undefined;
}

/** A later save may raise the version that the first line names. */
function newest(first: string, later: ReturnType<PdfFile['entry']>): string {
  if (!isKind(later, 'name') || !/^\d+\.\d+$/u.test(later.name)) return first;
  return Number(later.name) > Number(first) ? later.name : first;
}
