import type { CopyEntry, ResultRow } from '../../shared/protocol';
import { displayName } from '../resource/displayName';
import { findMatches } from '../search/highlights';
import { rowDetail, type Highlights } from './rowDetail';

const maxDescriptionLength = 300;

/** The row of an entry in a result. The page makes it too, of its copy. */
export function entryRow(entry: CopyEntry, highlights: Highlights, namesServer: boolean): ResultRow {
  const { kind, id, uri, server, description, audience, priority, isSkill, shown } = entry;
  const title = displayName(entry);
  const detail = rowDetail(entry, namesServer || isSkill ? server : undefined, highlights);
  return {
    kind,
    id,
    title,
    server,
    uri,
    priority,
    titleMatches: findMatches(title, highlights.words, highlights.gaps),
    detail: detail.text,
    detailMatches: detail.matches,
    ...(detail.hasPieces && { hasPieces: true }),
    description: description?.slice(0, maxDescriptionLength),
    audience: audience ?? [],
    ...(isSkill && { isSkill }),
    ...shown,
  };
}
