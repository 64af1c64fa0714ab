import { readable } from '../../core/base/uriText';
import type { Catalog } from '../../core/catalog/catalog';
import type { TemplateEntry } from '../../core/catalog/templates';
import type { Directories } from '../../core/directories/directories';
import type { Completion } from '../../core/session/session';
import { readFields, type FieldTexts } from '../../core/templates/filling';
import { parseTemplate } from '../../core/templates/parseTemplate';
import { expand, variables } from '../../core/templates/uriTemplate';

interface Core {
  readonly catalog: Pick<Catalog, 'idOf' | 'table'>;
  readonly directories: Pick<Directories, 'isDirectory' | 'read'>;
}

const mostValues = 100;

/** Values of a variable with which the URI goes on to a child of the folder that it is in, if a server has named that folder. */
export async function childValues(
  { catalog, directories }: Core,
  { serverId, template }: TemplateEntry,
  name: string,
  texts: FieldTexts,
): Promise<Completion> {
  const parsed = parseTemplate(template.uriTemplate);
  const uriWith = (value: string): string => expand(parsed, readFields(variables(parsed), { ...texts, [name]: value }));
  const [one, other, typed] = [uriWith('a'), uriWith('b'), texts[name] ?? ''];
  const start = Array.from(one).findIndex((character, index) => character !== other[index]);
  const uri = uriWith(typed).slice(0, start + typed.length);
  const folder = { serverId, uri: uri.slice(0, uri.lastIndexOf('/')) };
  if (!directories.isDirectory(catalog.idOf(serverId, folder.uri) ?? -1)) return { values: [], hasMore: false };
  const { children, state } = await directories.read(folder, true);
  const values = children.flatMap((id) => {
    const child = catalog.table.uri(id);
    const value = readable(child.slice(start));
    return value.startsWith(typed) && uriWith(value).startsWith(child) ? [value] : [];
  });
  return { values: values.slice(0, mostValues), hasMore: values.length > mostValues || state?.kind !== 'complete' };
}
