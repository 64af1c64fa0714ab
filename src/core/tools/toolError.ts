import { legibleJson } from '../base/legible';

/** In characters, of a text of others. */
const maxLength = 1_000;

/**
 * A failure of a tool call for the model that made it: in English, it says what happened and what to call or to ask the user for. All that others
 * wrote, such as URIs and a server's words, is JSON on a line of its own, so that nobody can speak in our voice.
 */
export class ToolError extends Error {
  override readonly name = 'ToolError';

  /** @param about values for the line of JSON; `undefined` ones are left out */
  constructor(
    readonly sentence: string,
    readonly about: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    const json = legibleJson(about, maxLength);
    super(json === '{}' ? sentence : `${sentence}\n${json}`, options);
  }
}
