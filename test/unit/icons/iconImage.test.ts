import { describe, expect, it } from 'vitest';
import { bytesOfDataUri, imageUri, isShownType, largestIcon } from '../../../src/core/icons/iconImage';
import { pngOfOnePixel } from '../../servers/webServer';

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

const png = new Uint8Array(Buffer.from(pngOfOnePixel, 'base64'));

/** Returns the header of a PNG of this size. */
function pngOf(width: number, height: number): Uint8Array {
  const made = new DataView(new ArrayBuffer(33));
  png.slice(0, 16).forEach((byte, at) => made.setUint8(at, byte));
  made.setUint32(16, width);
  made.setUint32(20, height);
  return new Uint8Array(made.buffer);
}

function drawing(inside: string): Uint8Array {
  return bytes(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
}

describe('an icon', () => {
  it('is given as what its bytes are', () => {
    expect(imageUri(png)).toBe(`data:image/png;base64,${pngOfOnePixel}`);
    expect(imageUri(drawing('<path d="M0 0"/>'))).toMatch(/^data:image\/svg\+xml;base64,PHN2Zy/);
  });

  it.each([
    ['GIF', 'GIF89a\x10\0\x10\0'],
    ['JPEG', '\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x10\0\x20\x03'],
    ['WebP, lossy', 'RIFF\x20\0\0\0WEBPVP8 \x14\0\0\0\0\0\0\x9d\x01\x2a\x10\0\x10\0'],
    ['WebP, lossless', 'RIFF\x20\0\0\0WEBPVP8L\x14\0\0\0\x2f\x0f\xc0\x03\0'],
    ['WebP, extended', 'RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x0f\0\0'],
  ])('can be of %s', (_, head) => {
    expect(imageUri(bytes(head))).toMatch(/^data:image\//);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a page', bytes('<!doctype html><title>x</title>')],
    ['text', bytes('hello')],
    ['a film', bytes('\0\0\0\x18ftypisom\0\0\0\0')],
    ['a bitmap', bytes('BM\0\0\0\0\0\0\0\0')],
    ['a wide PNG', pngOf(1_025, 16)],
    ['a high PNG', pngOf(16, 100_000)],
    ['an empty PNG', pngOf(0, 16)],
    ['a large GIF', bytes('GIF89a\xff\xff\x10\0')],
    ['a large JPEG', bytes('\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\x10\0\0\x20\x03')],
    ['a large WebP', bytes('RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\0\x0f\0\0')],
    ['a JPEG without a frame', bytes('\xff\xd8\xff\xe0\0\x04ab')],
    [
      'a drawing with entities',
      bytes('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'),
    ],
    ['a drawing that multiplies', drawing(`<g id="a"/>${'<use href="#a"/>'.repeat(9)}`)],
    ['one whose name is written in another way', drawing(`<g id="&#97;"/>${'<use href="#a"/>'.repeat(9)}`)],
    ['one whose references wander', drawing(`<set attributeName="href"/>${'<use href="#a"/>'.repeat(9)}`)],
    ['one of many patterns', drawing('<pattern/>'.repeat(9))],
    ['too many bytes', new Uint8Array([...png, ...new Uint8Array(largestIcon)])],
  ])('is never %s', (_, content) => {
    expect(imageUri(content)).toBeUndefined();
  });
});

describe('a data URI', () => {
  it('is read as base64 or as text', () => {
    expect(bytesOfDataUri(`data:image/png;base64,${pngOfOnePixel}`)).toEqual(png);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    for (const uri of [`data:image/svg+xml,${encodeURIComponent(svg)}`, `DATA:image/svg+xml;charset=utf-8,${svg}`])
      expect(new TextDecoder().decode(bytesOfDataUri(uri))).toBe(svg);
  });

  it.each(['data:text/html,<b>', 'data:,x', 'data:image/png;base64,???', 'data:image/png,%zz', 'https://a/b.png'])(
    'that is none of an image is not read: %s',
    (uri) => {
      expect(bytesOfDataUri(uri)).toBeUndefined();
    },
  );
});

it('knows types by all their names, and nothing else', () => {
  const types = ['image/PNG', 'image/jpg', 'image/svg+xml; charset=utf-8', 'text/html', 'image/x-icon', 'constructor'];
  expect(types.map(isShownType)).toEqual([true, true, true, false, false, false]);
});
