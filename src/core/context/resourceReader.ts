import { causes, HumanError } from '../base/errors';
import type { Logger } from '../base/ports';
import { isLeftToClient } from '../content/leftToClient';
import type { WebFetch, WebFetchOptions } from '../content/webFetch';
import type { Place } from '../network/place';
import type { Interaction } from '../questions/interaction';
import type { ReadOptions, ReadResult } from '../session/session';
import type { ResourceAddress } from '../resource/address';
import type { Asking, Read, ReadResource } from './contentCache';

export interface ReaderPorts {
  readonly log: Logger;
  /** Maximum number of bytes that a read may return. */
  readonly maxBytes: () => number;
  /** For reads at the user's request: questions that the server may ask. */
  readonly interactionWith: (serverId: string) => Interaction;
  /** The children of a directory that its server lists, as text, or why it has none; `undefined` for all else. */
  readonly listing?: (
    address: ResourceAddress,
    isByUser: boolean,
    signal: AbortSignal,
  ) => Promise<ReadResult | HumanError | undefined>;
  /** Checks what a server, or the web, returned for a resource: rejects with `unverified` what its server's list doesn't allow. */
  readonly admit: (
    address: ResourceAddress,
    read: () => Promise<Read | 'notModified'>,
    signal: AbortSignal,
  ) => Promise<Read | 'notModified'>;
  /** {@link Read.proof} of a directory's children; `undefined` for a skill's file, which has none. */
  readonly proofOfListing: (address: ResourceAddress) => string | undefined;
  readonly readFromServer: (address: ResourceAddress, options: ReadOptions) => Promise<ReadResult | 'notModified'>;
  readonly fetchFromWeb: WebFetch;
  /** Rejects with `websiteNotAllowed` unless the user has allowed fetching from this origin; asks them where that is possible. */
  readonly allowWebsite: (
    origin: string,
    address: ResourceAddress,
    asking: Asking | undefined,
    place: Place,
  ) => Promise<void>;
}

/** Reads a resource within the size limit: from its server, and from the web where the server leaves an `https:` resource to its client. */
export function createReader(ports: ReaderPorts): ReadResource {
  return async (address, call) => {
    const listing = await ports.listing?.(address, call.asking !== undefined, call.signal);
    const proof = listing && ports.proofOfListing(address);
    if (listing && 'contents' in listing && proof !== undefined) return { ...listing, proof };
    const read = async (): Promise<Read | 'notModified'> => {
      try {
        return await readOnce(ports, address, call);
      } catch (error) {
        throw listing instanceof HumanError && error instanceof HumanError && error.reason === 'notFound'
          ? listing
          : error;
      }
    };
    return ports.admit(address, read, call.signal);
  };
}

async function readOnce(
  ports: ReaderPorts,
  address: ResourceAddress,
  { signal, version, asking }: Parameters<ReadResource>[1],
): Promise<Read | 'notModified'> {
  const maxBytes = ports.maxBytes();
  try {
    const interaction = asking && withQuestionNotice(ports.interactionWith(address.serverId), asking);
    return await ports.readFromServer(address, { maxBytes, signal, version, interaction });
  } catch (error) {
    if (!isLeftToClient(address.uri, error)) throw error;
    ports.log.info(`To be fetched from the web, for the server did not read it: ${causes(error)}`);
    const allow: WebFetchOptions['allow'] = (origin, place) => {
      const allowed = ports.allowWebsite(origin, address, asking, place);
      asking?.onQuestion?.(allowed);
      return allowed;
    };
    const content = await ports.fetchFromWeb(address.uri, { maxBytes, signal, allow });
    return { contents: [content], problems: [], ttl: undefined, version: undefined, isFromWeb: true };
  }
}

function withQuestionNotice(interaction: Interaction, { onQuestion }: Asking): Interaction {
  if (!onQuestion) return interaction;
  return {
    ask: (question, signal) => {
      const answer = interaction.ask(question, signal);
      onQuestion(answer);
      return answer;
    },
  };
}
