import type { ListLimits } from '../session/session';

/** Default limits of a list, and of the time to connect. */
export const defaultLimits: ListLimits & { readonly connectTimeout: number } = {
  /** A server that pages for ever is stopped by this limit and the next two; `items` is the one that users meet. */
  pages: 20_000,
  bytes: 1_000_000_000,
  time: 15 * 60_000,
  items: 250_000,
  connectTimeout: 60_000,
};
