import { isFields, type Fields } from '../../base/values';
import type { SessionInfo } from '../../session/session';
import { clientInfo } from './clientInfo';
import { eraIdOf } from './revisions';

/** Keys in the `_meta` of messages since 2026-07-28. */
const prefix = 'io.modelcontextprotocol/';
export const revisionKey = `${prefix}protocolVersion`;
export const subscriptionKey = `${prefix}subscriptionId`;

/** Declared where the user can be asked. Servers may not ask for undeclared features. */
export const answers = { elicitation: { form: {}, url: {} } };

/** Facts that a server gives about itself in the handshake. */
export type ServerFacts = Omit<SessionInfo, 'transport' | 'isSignedIn'>;

/** The `_meta` of each message since 2026-07-28. @param asks true if the server may ask the user meanwhile */
export function envelope(revision: string, asks: boolean): Fields {
  return {
    [revisionKey]: revision,
    [`${prefix}clientInfo`]: clientInfo,
    [`${prefix}clientCapabilities`]: asks ? answers : {},
  };
}

/**
 * The facts in the result of `initialize` or `server/discover`. Only what the picker uses is looked at, so that an invalid declaration of
 * another feature (`tools: true`, an icon without a source) cannot keep the server from connecting.
 */
export function factsIn(result: Fields, revision: string): ServerFacts {
  const { resources, completions, extensions } = fieldsIn(result['capabilities']);
  const { subscribe, listChanged } = fieldsIn(resources);
  const skills = fieldsIn(extensions)[`${prefix}skills`];
  const info = fieldsIn(fieldsIn(result['_meta'])[`${prefix}serverInfo`] ?? result['serverInfo']);
  return {
    revision,
    serverName: textIn(info['name']),
    serverVersion: textIn(info['version']),
    hasResources: isDeclared(resources),
    canSubscribe: subscribe === true,
    canListChange: listChanged === true,
    canComplete: isDeclared(completions),
    hasDirectories: fieldsIn(skills)['directoryRead'] === true,
    hasSkills: isFields(skills) && eraIdOf(revision) === 'modern',
  };
}

/** `resources: true` is invalid MCP but clear enough. */
function isDeclared(capability: unknown): boolean {
  return capability === true || isFields(capability);
}

function fieldsIn(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
