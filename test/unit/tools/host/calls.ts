// Calls of the tools as VS Code makes them, over real servers.
import { expect } from 'vitest';
import { CancellationTokenSource, Disposable, lm, Uri } from 'vscode';
import type { NewContextItem } from '../../../../src/core/context/contextSet';
import { LiveContext } from '../../../../src/core/context/liveContext';
import { SeenReads } from '../../../../src/core/context/seenReads';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { VirtualFiles } from '../../../../src/host/content/virtualFiles';
import { resourceTools, type ToolParts } from '../../../../src/host/tools/resourceTools';
import { allVisible } from '../../../support/allVisible';
import { afterEveryTest } from '../../../support/cleanUp';
import { FakeStore } from '../../../support/fakeStore';
import { messagePorts } from '../../../support/messagePorts';
import { newSeen } from '../../../support/newSeen';
import { newVirtualFiles } from '../../../support/newVirtualFiles';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { scripted } from '../../mcp/support';
import type { World } from '../world';

interface Part {
  readonly value?: string;
  readonly data?: Uint8Array;
  readonly mimeType?: string;
}

interface Tool {
  prepareInvocation(options: { input: unknown }): unknown;
  invoke(options: object, token: object): Promise<{ content: Part[] }>;
}

export const going = new CancellationTokenSource().token;
/** What VS Code says of a call in its own chat. */
export const inOwnChat = { chatSessionResource: Uri.parse('vscode-chat-session://local/1') };

export function server(resources: readonly object[], contents: object = {}, templates: readonly object[] = []) {
  return scripted({
    answers: {
      'resources/list': { result: { resources } },
      'resources/templates/list': { result: { resourceTemplates: templates } },
      'resources/read': { result: { contents } },
    },
  });
}

export const tool = (name: string): Tool => fakeVscode.models.tools.get(name) as unknown as Tool;

/** Calls a tool as VS Code does, with a user who allows it. @returns the parts of its result: text as it is, data by its type */
export async function call(name: string, input: object = {}, options: object = {}): Promise<string[]> {
  await tool(name).prepareInvocation({ input });
  return invoke(name, input, options);
}

/** Goes on with a call that was prepared. */
export async function invoke(name: string, input: object, options: object = {}): Promise<string[]> {
  const { content } = await tool(name).invoke({ input, ...inOwnChat, ...options }, going);
  return content.map(({ value, mimeType, data }) => value ?? `<${mimeType} ${data?.length}>`);
}

export async function rows(name: string, input: object = {}, options: object = {}): Promise<Record<string, unknown>[]> {
  return linesOf((await call(name, input, options)).join(''));
}

/** The values of an answer that is a line of JSON each. */
export function linesOf(answer: string): Record<string, unknown>[] {
  const lines = answer.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function failing(name: string, input: object): Promise<string> {
  return messageOf(call(name, input));
}

/** Our sentence in an error, and what it says of others. */
export async function failingParts(name: string, input: object): Promise<[sentence: string, about: unknown]> {
  const [sentence = '', json = '{}', ...more] = (await failing(name, input)).split('\n');
  expect(more).toEqual([]);
  return [sentence, JSON.parse(json)];
}

export async function messageOf(failing: Promise<unknown>): Promise<string> {
  try {
    await failing;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It did not fail');
}

export function registerTools(parts: ToolParts): Disposable {
  return Disposable.from(...Object.entries(resourceTools(parts)).map(([name, one]) => lm.registerTool(name, one)));
}

/** The tools that are registered now. */
let registered: Disposable | undefined;

afterEveryTest(() => registered?.dispose());

export function use(world: World, visibility = allVisible): World {
  registered?.dispose();
  registered = registerTools({ ...world, visibility, fileAt: (uri) => filesOf(world).fileAt(uri) });
  return world;
}

/** The same with its servers started and these templates listed. */
export async function useStarted(world: World, ...uriTemplates: readonly string[]): Promise<World> {
  await use(world).start(...uriTemplates);
  return world;
}

/** The virtual files of a world's servers. */
export function filesOf({ clock, connections, cache, picked }: World): VirtualFiles {
  const seen = newSeen(new FakeStore(), clock);
  const shownUntil = (): number => 0;
  const missed = { wasAvailable: () => undefined, failed: () => undefined };
  const definitions = (): ServerDefinition[] => connections.all.map(({ definition }) => definition);
  const live = own(new LiveContext(connections, cache, picked, seen, () => true, silent));
  const reads = own(new SeenReads({ clock, seen, picked, shownUntil, ...messagePorts, log: silent }));
  return own(newVirtualFiles({ definitions, cache, live, reads, missed, log: silent }));
}

export function picked(world: World, uri: string): NewContextItem {
  const unknown = { title: undefined, mimeType: undefined, size: undefined };
  return { serverId: world.idOf('shop'), uri, name: uri, ...unknown };
}
