import type { ChatPromptReference, Command, LanguageModelChat } from 'vscode';
import * as vscode from 'vscode';
import { HumanError } from '../../../src/core/base/errors';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import { Connections } from '../../../src/core/connection/connections';
import { ContentCache, type ResourceAddress } from '../../../src/core/context/contentCache';
import { ContextSet } from '../../../src/core/context/contextSet';
import { SeenContents } from '../../../src/core/context/seenContents';
import type { Resource } from '../../../src/core/resource';
import { registerParticipant } from '../../../src/host/participant/participant';
import type { ParticipantParts } from '../../../src/host/participant/participantParts';
import { sha256 } from '../../../src/node/sha256';
import { settle } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { CountedSlices } from '../catalog/fixtures';
import { definition, newWorld, silent } from '../connection/fakeServer';
import { newIndex } from '../search/fixtures';
import { participants } from './fakeChat';

/** What the model was sent, a text for each message. */
export interface Asked {
  readonly messages: readonly { readonly role: string; readonly text: string }[];
}

/** A file of a resource, as `VirtualFiles` would make it. */
export function fileOf(address: ResourceAddress | undefined, path = `/${address?.uri ?? ''}`): vscode.Uri {
  return new (vscode.Uri as unknown as new (path: string, address: unknown) => vscode.Uri)(path, address);
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
    anchor: (uri: vscode.Uri, title: string) => parts.push(['anchor', uri.path, title]),
    button: ({ title, command, arguments: args }: Command) =>
      parts.push(['button', title, command, ...((args ?? []) as unknown[])]),
    progress: (text: string) => parts.push(['progress', text]),
    reference: (uri: vscode.Uri) => parts.push(['reference', uri.path]),
  };
  return { stream, parts };
}

export interface Ask {
  readonly command?: string;
  readonly references?: readonly ChatPromptReference[];
  readonly history?: readonly object[];
  readonly answer?: (messages: Asked['messages']) => AsyncIterable<string>;
  readonly maxInputTokens?: number;
  readonly token?: object;
}

export async function* saying(...texts: readonly string[]): AsyncGenerator<string, void, undefined> {
  yield* texts;
  return Promise.resolve();
}

const still = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };

/** The participant over servers whose resources a test lists and whose contents it sets. */
export function fixture(fields: Partial<ParticipantParts> = {}) {
  const world = newWorld();
  const { catalog, clock } = world;
  const slices = new CountedSlices();
  const templates = new TemplateCatalog(clock);
  const connections = new Connections(catalog, world.connect, () => undefined);
  const order = new ImportanceOrder(catalog, slices.newSlice);
  const serverName = (id: string): string => connections.get(id)?.definition.name ?? '';
  /** By URI. */
  const contents = new Map<string, string | Uint8Array | HumanError>();
  const cache = new ContentCache({
    clock,
    log: silent,
    announcedType: () => undefined,
    maxAge: () => 0,
    isLive: () => false,
    read: ({ uri }, { asking }) => {
      if (asking) throw new Error('Nobody may be asked');
      const content = contents.get(uri) ?? new HumanError('notFound', 'The resource is gone.');
      if (content instanceof HumanError) return Promise.reject(content);
      const body =
        typeof content === 'string'
          ? ({ kind: 'text', text: content } as const)
          : ({ kind: 'blob', bytes: content } as const);
      return Promise.resolve({
        contents: [{ uri, mimeType: undefined, body }],
        problems: [],
        ttl: undefined,
        version: undefined,
      });
    },
  });
  const picked = new ContextSet(new FakeStore());
  const seen = new SeenContents({ store: new FakeStore(), hash: sha256, clock, texts: new Map(), log: silent });
  const asked: Asked[] = [];
  const noted: unknown[] = [];
  registerParticipant({
    clock,
    log: silent,
    catalog,
    templates,
    connections,
    sources: { problems: [], read: () => Promise.resolve() },
    index: newIndex(catalog, order, slices, { templates, serverName }),
    newSlice: slices.newSlice,
    picked,
    seen,
    cache,
    files: {
      uri: (serverId: string, { uri }: Resource) => fileOf({ serverId, uri }),
      addressOf: (uri: { readonly address?: ResourceAddress }) => uri.address,
      partOf: () => undefined,
    } as never,
    wake: () => undefined,
    noteModel: (model) => noted.push(model.id),
    ...fields,
  });
  const participant = participants.at(-1)!;
  return {
    ...world,
    connections,
    contents,
    picked,
    seen,
    asked,
    noted,
    participant,
    /** A server that is running and has listed these. */
    serve: async (name: string, items: readonly Resource[]) => {
      connections.setDefinitions([...connections.all.map((one) => one.definition), definition(name)]);
      await connections.get(definition(name).id)?.start();
      const writer = catalog.beginList(definition(name).id);
      writer.append({ items, dropped: 0, repaired: 0 });
      writer.end({ kind: 'complete' });
      await settle();
    },
    /** Sends a message to the participant. What it says, button by button and text by text, and the result. */
    ask: async (prompt: string, how: Ask = {}) => {
      const { stream, parts } = recordingStream();
      const model: Partial<LanguageModelChat> = {
        id: 'model',
        maxInputTokens: how.maxInputTokens ?? 100_000,
        countTokens: (text) => Promise.resolve(typeof text === 'string' ? text.length : 0),
        sendRequest: (messages) => {
          asked.push({ messages: messages as unknown as Asked['messages'] });
          const answer = how.answer ?? (() => saying('The ', 'answer.'));
          return Promise.resolve({ text: answer(messages as unknown as Asked['messages']) } as never);
        },
      };
      const request = { prompt, command: how.command, references: how.references ?? [], model };
      const history = how.history ?? [];
      const result = await participant.handler(request as never, { history }, stream, how.token ?? still);
      return { parts, result };
    },
  };
}
