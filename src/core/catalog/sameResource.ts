import { areSameIcons } from '../icons/iconLists';
import type { Resource, ResourceTemplate } from '../resource/resource';

/** True when both look the same in a list: the older object is then kept, and nothing is sorted or redrawn. */
export function isSameResource(a: Resource, b: Resource): boolean {
  return a.uri === b.uri && a.size === b.size && a.lastModified === b.lastModified && areDescribedAlike(a, b);
}

/** As {@link isSameResource}. */
export function isSameTemplate(a: ResourceTemplate, b: ResourceTemplate): boolean {
  return a.uriTemplate === b.uriTemplate && areDescribedAlike(a, b);
}

type Described = Omit<ResourceTemplate, 'uriTemplate'>;

function areDescribedAlike(a: Described, b: Described): boolean {
  return (
    a.name === b.name &&
    a.title === b.title &&
    a.description === b.description &&
    a.mimeType === b.mimeType &&
    a.priority === b.priority &&
    isSameJson(a.audience, b.audience) &&
    areSameIcons(a.icons, b.icons) &&
    isSameJson(a.extra, b.extra)
  );
}

function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));
}
