import { crc32, deflateSync } from 'node:zlib';

/** Red, green, blue, each 0 to 255. */
export type Colour = readonly [number, number, number];

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Creates a PNG with 8 bits a channel and no transparency. Source: W3C PNG, third edition.
 * @param colourAt returns the colour of the pixel in a column and row
 */
export function png(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const stride = width * 3 + 1;
  const raw = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    // Every line begins with its filter; 1 stores differences to the left, which suits soft gradients.
    raw[y * stride] = 1;
    let left: Colour = [0, 0, 0];
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = colourAt(x, y);
      const colour: Colour = [Math.round(red), Math.round(green), Math.round(blue)];
      const offset = y * stride + 1 + x * 3;
      raw[offset] = colour[0] - left[0];
      raw[offset + 1] = colour[1] - left[1];
      raw[offset + 2] = colour[2] - left[2];
      left = colour;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.byteLength + 8);
  framed.writeUInt32BE(data.byteLength, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.byteLength + 4);
  return framed;
}
