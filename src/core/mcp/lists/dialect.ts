import type { HumanError } from '../../base/errors';
import { isFields, type Fields } from '../../base/values';
import { isNotFound } from '../errors/explainAnswer';
import type { ProtocolMemory } from '../base/learnedProtocol';
import { errorCodes, ProtocolError } from '../errors/wireErrors';

/**
 * The dialect of servers whose resources have `kind`, `version` and `metadata` instead of a `name`. It knows `resources/get` for
 * `resources/read` and subscribes to `uris`. Servers do not declare it: the list shows signs of it, and only an answer to `resources/get`,
 * or a notification that the standard does not have, proves it. A server never gets a message of the dialect before it has refused the
 * standard one, unless it is proven to speak it.
 */
export class Dialect {
  #hasLooked = false;
  #isNameless = false;
  #hasSigns = false;
  #isProven = false;
  #refusesGet = false;

  /**
   * @param onDidProve called when it is proven
   * @param onDidDoubt called when signs are seen, and when the server turns out not to speak it
   */
  constructor(
    private readonly memory: ProtocolMemory,
    private readonly onDidProve: () => void,
    private readonly onDidDoubt: () => void,
  ) {}

  /** True once a list was inspected. */
  get hasLooked(): boolean {
    return this.#hasLooked;
  }

  /** Proven, now or in an earlier session. */
  get isSpoken(): boolean {
    return this.memory.speaksDialect;
  }

  /** True if the list looks like one of a server that speaks the dialect. */
  get hasSigns(): boolean {
    return this.isSpoken || this.#hasSigns;
  }

  /** True if `resources/get` comes first. */
  get prefersGet(): boolean {
    return this.isSpoken && !this.#refusesGet;
  }

  /** True if a server that refused `resources/read` may get `resources/get`. */
  get mayGet(): boolean {
    return (this.isSpoken || this.#isNameless) && !this.#refusesGet;
  }

  /** Inspects a page of the list. The dialect has no names, so one name in the page is a sign against it. */
  inspect(page: unknown): void {
    const items = isFields(page) ? page['resources'] : undefined;
    if (!Array.isArray(items)) return;
    this.#hasLooked = true;
    if (this.hasSigns) return;
    const objects: Fields[] = (items as unknown[]).filter(isFields);
    const nameless = objects.filter(({ name }) => typeof name !== 'string');
    this.#isNameless ||= nameless.length > 0;
    if (nameless.length < objects.length || !nameless.some(isMarked)) return;
    this.#hasSigns = true;
    this.onDidDoubt();
  }

  prove(): void {
    this.#isProven = true;
    if (this.isSpoken) return;
    this.memory.learnDialect(true);
    this.onDidProve();
  }

  /** Called when the server does not know `resources/get`. */
  disprove(): void {
    this.#refusesGet = true;
    if (this.#isProven) return;
    const wasSpoken = this.isSpoken;
    this.#hasSigns = false;
    this.memory.learnDialect(false);
    if (wasSpoken) this.onDidDoubt();
  }
}

/** True for an item with one of the dialect's members. */
export function isMarked({ kind, version, metadata }: Fields): boolean {
  return typeof kind === 'string' || typeof version === 'string' || isFields(metadata);
}

/** True if the server does not know the method. */
export function isUnknownMethod(error: unknown): boolean {
  return protocolErrorOf(error)?.code === errorCodes.methodNotFound;
}

/** True if the server has nothing of this kind for the URI, or nothing of this kind at all. */
export function isNotServed(error: unknown): boolean {
  return isUnknownMethod(error) || protocolErrorOf(error)?.code === errorCodes.invalidParams;
}

/** True if the server may accept the same request in another form, rather than reject its content. */
export function isUnknownForm(error: unknown): boolean {
  const answer = protocolErrorOf(error);
  if (answer?.code !== errorCodes.invalidParams) return isUnknownMethod(error);
  return !isNotFound(answer.code, answer.message, answer.data);
}

/**
 * True for the answer to a request for anything newer than a version. There is no common code for it: the message counts, or HTTP's status
 * number.
 */
export function isNotModified(error: unknown): boolean {
  const answer = protocolErrorOf(error);
  return answer !== undefined && (Math.abs(answer.code) === 304 || /\bnot[ _-]?modified\b/i.test(answer.message));
}

function protocolErrorOf(error: unknown): ProtocolError | undefined {
  const { cause } = error as Partial<HumanError>;
  return cause instanceof ProtocolError ? cause : undefined;
}
