/** Mono, 8 bits, 11,025 samples a second: small, and every browser plays it. */
const rate = 11_025;

/** @param sampleAt returns the wave at a time in seconds, from -1 to 1 */
export function wav(seconds: number, sampleAt: (second: number) => number): Uint8Array {
  const samples = Math.round(seconds * rate);
  const file = Buffer.alloc(44 + samples);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples, 40);
  for (let index = 0; index < samples; index++)
    file[44 + index] = Math.round(127.5 + 127 * Math.max(-1, Math.min(1, sampleAt(index / rate))));
  return file;
}
