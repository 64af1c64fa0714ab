import { createHash } from 'node:crypto';

/**
 * The path of a virtual file as anybody can write it who has seen one, of the user's own server `doors`.
 *
 * @param prefix what stands before the encoded URI and name, such as the MAC of another path
 */
export function madeUpPath(uri: string, name: string, prefix = ''): string {
  const server = createHash('sha256').update('user//doors').digest('hex').slice(0, 6);
  return `mcpres://doors-${server}/${name}?${prefix}${Buffer.from(`${uri}\n${name}`).toString('base64url')}`;
}
