import { envelope, factsIn } from '../base/handshake';
import { revisionsOf } from '../base/revisions';
import { WireError } from '../errors/wireErrors';
import { Listening } from '../watch/listening';
import type { Era } from './era';

const [newest = '', ...olderRevisions] = revisionsOf('modern');

/** Since 2026-07-28: no session, and each request has the client's capabilities. */
export const modern: Era = {
  id: 'modern',
  opening: 'server/discover',
  conduct: (revision) => ({
    dress: (params, asks) => ({ ...params, _meta: { ...envelope(revision, asks), ...(params?.['_meta'] as object) } }),
    answersRequests: false,
    cancelsByClosing: true,
  }),
  /** Rejects with `unknownRevision` for the answer of a server that has none of this era. */
  open: async (peer, timeout) => {
    const result = await peer.request(modern.opening, { _meta: envelope(newest, false) }, { timeout, isSilent: true });
    const offered: unknown = result['supportedVersions'];
    const revision = [newest, ...olderRevisions].find((name) => Array.isArray(offered) && offered.includes(name));
    if (revision === undefined) throw new WireError('unknownRevision', String(offered));
    return factsIn(result, revision);
  },
  hasSessions: false,
  isAskedByRequest: false,
  createWatcher: (parts) => new Listening(parts),
};
