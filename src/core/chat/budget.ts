/**
 * Limits of Copilot Chat for the attachments of an agent's message, which it applies without a word. `test/e2e/chat` measures them.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/agent/agentPrompt.tsx (AgentUserMessage, TokenLimit)
 */
const usableShare = 0.85;
const attachmentsShare = 1 / 6;
const charactersPerToken = 4;
/** Tokens that the client writes around each attachment: its name and its path. */
export const tokensOfTag = 90;
/** Room in tokens where no model is known: that of a model with 64,000 tokens of input and 24,000 of tools. */
export const cautiousRoom = 5_600;

/**
 * Tokens for all attachments together: where they have more, the first ones arrive empty.
 *
 * @param maxInput tokens of the model's input
 * @param tools tokens of the tools that the model is offered
 */
export function roomForAttachments(maxInput: number, tools: number): number {
  const usable = Math.floor((maxInput - tools) * usableShare);
  return Math.max(0, Math.floor(usable * attachmentsShare));
}

/** Maximum length of each of `count` attachments, in UTF-16 code units. Only the beginning of a longer one is sent. */
export function shareOfEach(room: number, count: number): number {
  return (charactersPerToken * room) / count;
}

/** Properties that decide whether an item is included when not all items fit. */
export interface Weighed {
  /** 0 to 1; items without one come last. */
  readonly priority: number | undefined;
  /** `undefined` means everybody. */
  readonly audience: readonly string[] | undefined;
  readonly tokens: number;
}

/** The items that fit, and those that do not, in the order given. */
export interface Fit<T extends Weighed> {
  readonly kept: readonly T[];
  readonly leftOut: readonly T[];
}

/**
 * Selects the items that fit a budget of tokens, both parts in the order given. Items that are not for the assistant are left out first,
 * then the lowest priority, then later ones. An item too large is left out alone: less important ones that fit are still included.
 */
export function fitting<T extends Weighed>(items: readonly T[], budget: number): Fit<T> {
  const fits = new Set<T>();
  let remaining = budget;
  for (const item of [...items].sort(byImportance)) {
    if (item.tokens > remaining) continue;
    remaining -= item.tokens;
    fits.add(item);
  }
  return { kept: items.filter((item) => fits.has(item)), leftOut: items.filter((item) => !fits.has(item)) };
}

/** Sorting is stable: equals stay in their order. */
function byImportance(a: Weighed, b: Weighed): number {
  return Number(isForAssistant(b)) - Number(isForAssistant(a)) || (b.priority ?? -1) - (a.priority ?? -1);
}

function isForAssistant({ audience }: Weighed): boolean {
  return audience === undefined || audience.includes('assistant');
}
