import { chat, CancellationTokenSource, Uri, type CancellationToken, type ChatResult, type Command } from 'vscode';
import { DisposableStore } from '../../../src/core/base/disposable';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import { Connections } from '../../../src/core/connection/connections';
import { type ResourceAddress } from '../../../src/core/resource/address';
import type { Resource } from '../../../src/core/resource/resource';
import { commands, participant as participantId } from '../../../src/host/base/ids';
import { takeProof } from '../../../src/host/base/proofs';
import type { AnswerParts } from '../../../src/host/participant/findAnswer';
import { openParticipant, type ParticipantNeeds } from '../../../src/host/participant/open';
import { afterEveryTest } from '../../support/cleanUp';
import { settle } from '../../support/fakeClock';
import { own } from '../../support/own';
import { fakeModel } from '../../support/vscode/languageModels';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { CountedSlices } from '../catalog/fixtures';
import { definition, newWorld, silent } from '../connection/fakeServer';
import { newIndex } from '../search/fixtures';
import { allVisible } from '../../support/allVisible';

/** Returns a resource's file, as `VirtualFiles` would create it. */
function fileOf(address: ResourceAddress): Uri {
  return Uri.from({ scheme: 'mcpres', path: `/${address.uri}`, query: JSON.stringify(address) });
}

function recordingStream() {
  const parts: (string | readonly unknown[])[] = [];
  const say = (text: string): void => {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + text;
    else parts.push(text);
  };
  const stream = {
    markdown: say,
    anchor: (uri: Uri, title: string) => parts.push(['anchor', uri.path, title]),
    button: ({ title, command, arguments: args = [] }: Command) =>
      parts.push(['button', title, command, ...withoutProof(command, args as unknown[])]),
    progress: (text: string) => parts.push(['progress', text]),
  };
  return { stream, parts };
}

const opened: Connections[] = [];

afterEveryTest(() => {
  for (const connections of opened.splice(0)) connections.dispose();
});

/** Creates the participant over servers whose resources and contents the test sets. */
export function fixture(fields: Partial<AnswerParts> = {}) {
  const world = newWorld();
  const { catalog, clock } = world;
  const slices = new CountedSlices();
  const templates = new TemplateCatalog();
  const connections = new Connections(catalog, world.connect, () => undefined);
  opened.push(connections);
  const order = new ImportanceOrder(catalog, slices.newSlice);
  const serverName = (id: string): string => connections.get(id)?.definition.name ?? '';
  const parts: AnswerParts = {
    clock,
    log: silent,
    catalog,
    templates,
    connections,
    visibility: allVisible,
    sources: { problems: [] },
    configured: Promise.resolve(),
    index: newIndex(catalog, order, slices, { templates, serverName }),
    newSlice: slices.newSlice,
    files: { uri: (serverId, { uri }) => fileOf({ serverId, uri }) },
    wake: () => undefined,
    ...fields,
  };
  // The participant uses no other members of the rooms.
  openParticipant({
    base: { ...parts, store: own(new DisposableStore()) },
    look: parts,
    register: chat,
    configuration: parts,
    core: parts,
    search: { ...parts, withoutTemplates: parts.index },
    content: parts,
  } as unknown as ParticipantNeeds);
  const participant = fakeVscode.models.participants.get(participantId)!;
  const still = new CancellationTokenSource().token;
  return {
    ...world,
    connections,
    /** Starts a server and lists these resources. */
    serve: async (name: string, items: readonly Resource[]) => {
      connections.setDefinitions([...connections.all.map((one) => one.definition), definition(name)]);
      await connections.get(definition(name).id)?.start();
      const writer = catalog.beginList(definition(name).id);
      writer.append({ items, dropped: 0, repaired: 0 });
      writer.end({ kind: 'complete' });
      await settle();
    },
    /** Sends a message to the participant. @returns the parts of its answer, such as buttons and texts, and the result */
    ask: async (prompt: string, token: CancellationToken = still) => {
      const { stream, parts } = recordingStream();
      // The participant must not call this model.
      const request = { prompt, references: [], toolReferences: [], model: fakeModel({}) };
      // The participant uses no other members of a request and a stream.
      const result = await participant.requestHandler(request as never, { history: [] }, stream as never, token);
      return { parts, result: result as ChatResult };
    },
  };
}

/** Buttons about resources have to prove that they are ours. */
function withoutProof(command: string, args: readonly unknown[]): readonly unknown[] {
  const needsProof = command === commands.attach;
  if (needsProof !== takeProof(command, args)) throw new Error(`The button of ${command} has a wrong proof.`);
  return needsProof ? args.slice(0, -1) : args;
}
