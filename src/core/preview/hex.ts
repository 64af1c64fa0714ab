const bytesInLine = 16;

/** Lines of offset, hexadecimal digits and characters, as hex editors show them; a byte that is no printable ASCII is a full stop. */
export function hexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += bytesInLine) {
    const line = Array.from(bytes.subarray(offset, offset + bytesInLine));
    const digits = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const characters = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${digits.padEnd(3 * bytesInLine - 1)}  ${characters}`);
  }
  return lines.join('\n');
}
