import type { FetchResponse } from '../base/effects';

/** An HTTP error status, with what its headers say of it. */
export interface Refusal {
  readonly status: number;
  /** Time in ms that the server asks to wait, from its `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Target of a redirect that was not followed, without what may be secret in it: user, query and fragment. */
  readonly target: string | undefined;
  /** True if redirects lead back to the same origin, again and again. */
  readonly isLoop: boolean;
  /** True for a redirect from https to http. */
  readonly isUnencrypted: boolean;
}

export function refusalOf(url: unknown, { status, headers }: FetchResponse, now: number): Refusal {
  const from = new URL(String(url));
  const target = status >= 300 && status < 400 ? targetOf(headers.get('location'), from) : undefined;
  // These were followed, a few times.
  const isLoop = (status === 307 || status === 308) && target?.origin === from.origin;
  return {
    status,
    retryAfter: waitOf(headers.get('retry-after'), now),
    target: target && target.origin + target.pathname,
    isLoop,
    isUnencrypted: from.protocol === 'https:' && target?.protocol === 'http:',
  };
}

/** Statuses that say nothing about the request: the same one may succeed later. */
export function isTemporary(status: number | undefined): boolean {
  if (status === undefined) return false;
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

function targetOf(location: string | null, from: WebAddress): WebAddress | undefined {
  if (!location) return undefined;
  try {
    const target = new URL(location, from.href);
    return target.protocol === 'http:' || target.protocol === 'https:' ? target : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds, or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function waitOf(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  const time = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
