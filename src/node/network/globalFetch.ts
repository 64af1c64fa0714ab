import type { Fetch } from '../../core/mcp/base/effects';

export const globalFetch: Fetch = (url, init) => fetch(url as URL, init as RequestInit);
