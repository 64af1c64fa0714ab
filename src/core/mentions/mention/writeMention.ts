import { showable } from '../../base/showable';
import { likelyLength } from './mentionEnds';
import { canBeginMention, maxUriLength } from '../text/mentionsInLine';

/** Ends a mention in prose and in the strings of code. */
const border = /[\s"'`]/u;
const unwritable = /[<>]/u;

/**
 * The text of a mention: `@server:uri`, `@server:<uri>` where prose would cut the URI, and the bare URI where no server is given.
 * `undefined` if no text would be recognised as this mention.
 */
export function writeMention(server: string | undefined, uri: string): string | undefined {
  if (uri === '' || uri.length > maxUriLength || unwritable.test(uri) || showable(uri, '') !== uri) return undefined;
  const isBracketed = border.test(uri) || likelyLength(uri) !== uri.length || holdsMention(uri);
  if (server === undefined) return isBracketed ? undefined : uri;
  if (server.trim() === '' || showable(server, '') !== server) return undefined;
  return `@${server}:${isBracketed ? `<${uri}>` : uri}`;
}

/** True if another mention might begin in it. */
function holdsMention(uri: string): boolean {
  const names = uri.slice(0, uri.lastIndexOf(':') + 1);
  return Array.from(names.matchAll(/@/gu)).some(({ index }) => canBeginMention(uri, index));
}
