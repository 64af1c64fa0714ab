/**
 * True for an address that may identify a client by the document there.
 * https://www.ietf.org/archive/id/draft-ietf-oauth-client-id-metadata-document-02.html#name-client-identifier
 */
export function isDocumentUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { href, protocol, pathname, username, password } = new URL(value);
  // Dot segments and most other spellings are changed by parsing: authorization servers compare the text.
  return protocol === 'https:' && pathname !== '/' && !username && !password && href === value && !value.includes('#');
}
