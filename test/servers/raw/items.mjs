// Resources by number, for long lists: every field and annotation set, about 400 bytes each on the wire.

/** @type {[scheme: string, root: string, extension: string, mimeType: string][]} */
const schemes = [
  ['repo', 'src', 'ts', 'text/x-typescript'],
  ['db', 'public', 'csv', 'text/csv'],
  ['ticket', 'support', 'md', 'text/markdown'],
  ['wiki', 'handbook', 'md', 'text/markdown'],
  ['log', 'service', 'log', 'text/plain'],
];
const subjects = ['orders', 'invoices', 'customers', 'deliveries', 'payments', 'stock levels', 'returns', 'campaigns'];
const verbs = ['export', 'validate', 'archive', 'reconcile', 'forecast', 'import', 'audit'];
const audiences = ['["user"]', '["assistant"]', '["user","assistant"]'];
const day = 86_400_000;
const newest = Date.UTC(2026, 10, 1);
/** 1499 times over four years: a prime number, so that they do not repeat in step with the other fields. */
const moments = Array.from({ length: 1499 }, (_, age) => new Date(newest - age * day - age * 1000).toISOString());

/** Returns the JSON text of a resource. @param {number} index counts from 0 */
export function itemJson(index) {
  const [scheme, root, extension, mimeType] = schemes[index % 5] ?? [];
  const subject = subjects[index % 8] ?? '';
  const verb = verbs[index % 7];
  const name = `file${index}.${extension}`;
  const folder = `${root}/${subject.replace(' ', '-')}/part${Math.floor(index / 40) % 250}`;
  const lastModified = moments[index % moments.length];
  return (
    `{"uri":"${scheme}://acme/${folder}/${name}","name":"${name}","title":"${verb} ${subject} ${index}",` +
    `"description":"Shows how to ${verb} ${subject} of region ${index % 97}.","mimeType":"${mimeType}","size":${512 + (index % 90_000)},` +
    `"icons":[{"src":"data:image/png;base64,iVBORw0KGgo=","mimeType":"image/png"}],` +
    `"annotations":{"audience":${audiences[index % 3]},"priority":${(index % 101) / 100},"lastModified":"${lastModified}"}}`
  );
}

/** Returns the URI of {@link itemJson}. @param {number} index */
function itemUri(index) {
  return /** @type {{ uri: string }} */ (JSON.parse(itemJson(index))).uri;
}

/**
 * The results of `resources/list` as bytes, made once.
 * @param {number} items @param {number} pageSize
 * @returns {Buffer[][]} the parts of every page; the cursor of page n is `page-<n>`
 */
export function pageResults(items, pageSize) {
  const pages = [];
  for (let start = 0; start === 0 || start < items; start += pageSize) {
    const end = Math.min(items, start + pageSize);
    const parts = [Buffer.from('{"resources":[')];
    for (let from = start; from < end; from += 10_000)
      parts.push(Buffer.from(joined(from, Math.min(end, from + 10_000))));
    for (const part of parts.slice(2)) part[0] = 0x2c;
    parts.push(Buffer.from(end < items ? `],"nextCursor":"page-${pages.length + 1}"}` : ']}'));
    pages.push([Buffer.concat(parts)]);
  }
  return pages;
}

/** Returns items with a leading blank, which becomes the comma between two blocks. @param {number} from @param {number} to */
function joined(from, to) {
  let text = ' ';
  for (let index = from; index < to; index++) text += index === from ? itemJson(index) : `,${itemJson(index)}`;
  return text;
}
