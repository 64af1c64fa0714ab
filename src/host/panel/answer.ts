/** An answer on its way to the page, which asks for its rows before it shows it. */
export interface Answer {
  /** Resolves when there is one, or none for the page to show. */
  readonly isMade: Promise<unknown>;
  readonly isShown: Promise<void>;
  readonly endShowing: () => void;
}

export const noAnswer: Answer = {
  isMade: Promise.resolve(),
  isShown: Promise.resolve(),
  endShowing: () => undefined,
};

export function answering(reply: Promise<unknown>): Answer {
  let endShowing = (): void => undefined;
  const isShown = new Promise<void>((resolve) => (endShowing = resolve));
  return { isMade: reply.catch(() => endShowing()), isShown, endShowing };
}
