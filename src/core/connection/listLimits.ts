import type { ListCaps } from '../session/session';

/** How much of a list is taken, and how long connecting may take, where nobody chose otherwise. */
export const defaultLimits: ListCaps & { readonly connectTimeout: number } = {
  /** A server that pages for ever is stopped by this one and the next two; `items` is the limit that a person meets. */
  pages: 20_000,
  bytes: 1_000_000_000,
  time: 15 * 60_000,
  items: 250_000,
  connectTimeout: 60_000,
};
