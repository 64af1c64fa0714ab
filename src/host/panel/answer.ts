import type { SearchReply } from '../../shared/protocol';

/** An answer on its way to the page, which asks for its rows before it shows it. */
export interface Answer {
  /** Resolves when there is one, or none for the page to show. */
  readonly isMade: Promise<unknown>;
  /** Resolves once the page asks for no more of its rows. */
  readonly isShown: Promise<void>;
  readonly endShowing: () => void;
}

export const noAnswer: Answer = {
  isMade: Promise.resolve(),
  isShown: Promise.resolve(),
  endShowing: () => undefined,
};

export function answering(reply: Promise<Pick<SearchReply, 'total'>>): Answer {
  let endShowing = (): void => undefined;
  const isShown = new Promise<void>((resolve) => (endShowing = resolve));
  const onMade = ({ total }: Pick<SearchReply, 'total'>): void => {
    if (total === 0) endShowing();
  };
  return { isMade: reply.then(onMade, () => endShowing()), isShown, endShowing };
}
