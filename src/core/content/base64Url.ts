/** Text as UTF-8 in URL-safe base64 without padding: letters, digits, `-` and `_` only. */
export function toBase64Url(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/gu, '-').replace(/\//gu, '_').replace(/=+$/u, '');
}

/** The text behind {@link toBase64Url}; `undefined` for anything that it cannot have made. */
export function fromBase64Url(encoded: string): string | undefined {
  if (!/^[\w-]*$/u.test(encoded)) return undefined;
  try {
    const binary = atob(encoded.replace(/-/gu, '+').replace(/_/gu, '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // The last character can hold bits that decode to nothing.
    return toBase64Url(text) === encoded ? text : undefined;
  } catch {
    return undefined;
  }
}
