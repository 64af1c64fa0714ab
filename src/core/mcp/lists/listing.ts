import { CancelledError } from '../../base/errors';
import type { Resource, ResourceTemplate } from '../../resource/resource';
import type { Skill } from '../../resource/skill';
import { isFields } from '../../base/values';
import type { List, ListLimits } from '../../session/session';
import { broken, notDirectory } from '../errors/failures';
import { isNotServed, isUnknownMethod, type Dialect } from './dialect';
import { Normaliser } from './normalise';
import { readSkill } from './skillEntry';
import { walk, type ListBounds, type ListRequest } from './paging';

/** Timeout of one page in ms. */
const pageTimeout = 60_000;

/** Sends a request with a timeout in ms; returns the result as sent by the server. */
export type AskWithin = (method: string, params: object | undefined, timeout: number) => Promise<unknown>;

export function listResources(ask: AskWithin, dialect: Dialect, bounds: ListBounds): List<Resource> {
  const request = resourceRequest(fetchPages(ask, dialect, bounds.limits.filter));
  // Many servers declare resources and have none: templates are listed, and resources read, all the same.
  return list(walk(request, bounds), () => !dialect.hasLooked, bounds.signal);
}

/** Empty if the server does not know the method: those with resources but no templates often do not. */
export function listTemplates(ask: AskWithin, bounds: ListBounds): List<ResourceTemplate> {
  const request: ListRequest<ResourceTemplate> = {
    pageTimeout,
    key: 'resourceTemplates',
    fetch: (params, timeout) => ask('resources/templates/list', params, timeout),
    normaliser: new Normaliser(),
    item: (normaliser, raw) => normaliser.template(raw),
  };
  return list(walk(request, bounds), () => true, bounds.signal);
}

/** Rejects with {@link notDirectory} if the server says so of the URI. */
export async function* listDirectory(ask: AskWithin, uri: string, bounds: ListBounds): List<Resource> {
  const asked = { isFirst: true };
  const request = resourceRequest((params, timeout) => {
    asked.isFirst = params === undefined;
    return ask('resources/directory/read', { uri, ...params }, timeout);
  });
  try {
    return yield* walk(request, bounds);
  } catch (error) {
    if (bounds.signal.aborted) throw new CancelledError();
    throw asked.isFirst && isNotServed(error) ? notDirectory(error) : error;
  }
}

export function listSkills(ask: AskWithin, bounds: ListBounds): List<Skill> {
  const request: ListRequest<Skill> = {
    pageTimeout,
    key: 'skills',
    fetch: (params, timeout) => ask('skills/list', params, timeout),
    normaliser: new Normaliser(),
    item: (normaliser, raw) => {
      const skill = readSkill(raw);
      if (!skill) normaliser.dropped += 1;
      return skill;
    },
  };
  return list(walk(request, bounds), () => false, bounds.signal);
}

/** Rejects with a failure of the protocol if the server answers with another skill. */
export async function getSkill(ask: AskWithin, uri: string): Promise<Skill | undefined> {
  try {
    const result = await ask('skills/get', { uri }, pageTimeout);
    const skill = readSkill(isFields(result) ? result['skill'] : undefined);
    if (skill?.uri !== uri) throw broken(undefined);
    return skill;
  } catch (error) {
    if (isNotServed(error)) return undefined;
    throw error;
  }
}

function resourceRequest(fetch: ListRequest<Resource>['fetch']): ListRequest<Resource> {
  const item = (normaliser: Normaliser, raw: unknown): Resource | undefined => normaliser.resource(raw);
  return { pageTimeout, key: 'resources', fetch, normaliser: new Normaliser(), item };
}

/** The pages; where the server does not know the method, `mayBeMissing` decides whether that is an empty list. */
async function* list<T>(pages: List<T>, mayBeMissing: () => boolean, signal: AbortSignal): List<T> {
  try {
    return yield* pages;
  } catch (error) {
    if (signal.aborted) throw new CancelledError();
    if (!isUnknownMethod(error) || !mayBeMissing()) throw error;
    return { kind: 'complete' };
  }
}

/**
 * The filter is only sent to servers of the dialect: where the first page shows signs of it, that page is requested again with the filter.
 */
function fetchPages(ask: AskWithin, dialect: Dialect, filter: ListLimits['filter']): ListRequest<Resource>['fetch'] {
  let isFiltered = filter !== undefined && dialect.hasSigns;
  return async (params, timeout) => {
    const fetch = (): Promise<unknown> => ask('resources/list', isFiltered ? { ...params, filter } : params, timeout);
    const result = await fetch();
    dialect.inspect(result);
    if (isFiltered || filter === undefined || params !== undefined || !dialect.hasSigns) return result;
    isFiltered = true;
    return fetch();
  };
}
