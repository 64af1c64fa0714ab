import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Returns an opaque cursor for the page that begins at a position. */
export function cursorOf(position: number): string {
  return Buffer.from(`after ${position}`).toString('base64url');
}

export function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const position = /^after (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (position === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor.');
  return Number(position);
}
