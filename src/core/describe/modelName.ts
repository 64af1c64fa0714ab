import { words } from '../base/untrusted';
import { displayName } from '../resource/displayName';
import type { Resource } from '../resource/resource';

/** Maximum length of a title or a type, in characters. */
const maxLength = 200;

/** A server's text for a model: one line, and not too long. */
export function modelText(text: string | undefined): string | undefined {
  return words(text, maxLength);
}

/** The fields by which a model knows a resource. */
export function modelName(resource: Pick<Resource, 'uri' | 'name' | 'title'>, server: string | undefined): object {
  return { uri: resource.uri, server, title: modelText(displayName(resource)) };
}
