import { isFields, type Fields } from '../../base/values';

const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/**
 * The result of `initialize`, reduced to the fields that the picker uses, so that an invalid declaration of another feature (`tools: true`,
 * an icon without a source) cannot keep the server from connecting.
 */
export function repairInitialize(result: Fields): Record<string, unknown> {
  return {
    protocolVersion: result['protocolVersion'],
    capabilities: capabilities(result['capabilities']),
    serverInfo: identity(result['serverInfo']) ?? { name: '', version: '' },
  };
}

/** The same for `server/discover`; a result without revisions is unchanged, as it is the answer of an older server. */
export function repairDiscover(result: Fields): Record<string, unknown> {
  const versions = result['supportedVersions'];
  if (!Array.isArray(versions)) return result;
  const info = identity(isFields(result['_meta']) ? result['_meta'][serverInfoKey] : undefined);
  const serverInfo = info ?? identity(result['serverInfo']);
  return {
    resultType: 'complete',
    supportedVersions: versions.filter((version) => typeof version === 'string'),
    capabilities: capabilities(result['capabilities']),
    ttlMs: 0,
    cacheScope: 'private',
    ...(serverInfo ? { _meta: { [serverInfoKey]: serverInfo } } : {}),
  };
}

/** Key in a request's `_meta` for the capabilities of the client. */
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const answers = { elicitation: { form: {}, url: {} } };

/** The `_meta` of a request during which the server may ask the user: other requests do not offer it. */
export const answeringMeta: Fields = { [capabilitiesKey]: answers };

/** `initialize` with the capabilities for the whole session: earlier revisions cannot limit them to a request. */
export function offeringAnswers<T extends { readonly params?: Record<string, unknown> | undefined }>(initialize: T): T {
  const capabilitiesBefore = initialize.params?.['capabilities'];
  return {
    ...initialize,
    params: { ...initialize.params, capabilities: { ...(capabilitiesBefore as object), ...answers } },
  };
}

function capabilities(declared: unknown): Record<string, unknown> {
  if (!isFields(declared)) return {};
  const { resources, completions, tools } = declared;
  return {
    ...(isDeclared(resources) ? { resources: flags(resources) } : {}),
    ...(isDeclared(completions) ? { completions: {} } : {}),
    // For the conformance suite, whose servers have little else.
    ...(isDeclared(tools) ? { tools: {} } : {}),
  };
}

/** `resources: true` is invalid MCP but clear enough. */
function isDeclared(capability: unknown): boolean {
  return capability === true || isFields(capability);
}

function flags(resources: unknown): Record<string, boolean> {
  if (!isFields(resources)) return {};
  return { subscribe: resources['subscribe'] === true, listChanged: resources['listChanged'] === true };
}

function identity(info: unknown): { name: string; version: string } | undefined {
  if (!isFields(info)) return undefined;
  const { name, version } = info;
  if (typeof name !== 'string' && typeof version !== 'string') return undefined;
  return { name: typeof name === 'string' ? name : '', version: typeof version === 'string' ? version : '' };
}
