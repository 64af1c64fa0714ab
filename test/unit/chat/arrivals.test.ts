import { describe, expect, it } from 'vitest';
import { arrivalsOf, type ArrivingFile } from '../../../src/core/chat/arrivals';

const file = (tokens: number, fields: Partial<ArrivingFile> = {}): ArrivingFile => ({
  tokens,
  length: tokens * 4,
  isExcerpt: false,
  ...fields,
});
const excerpt = (tokens: number): ArrivingFile => file(tokens, { isExcerpt: true });
const grown = (tokens: number): ArrivingFile => file(tokens, { isTwice: true });

describe('what becomes of the files of a message', () => {
  it.each<[string, readonly ArrivingFile[], readonly string[]]>([
    ['nothing is lost where all fit and none is over its share', [file(300), file(200)], ['whole', 'whole']],
    ['over half of the room, other attachments of the user decide', [file(300), file(201)], ['crowded', 'crowded']],
    ['a file over its share is cut, an excerpt is not', [file(600), excerpt(300)], ['cut', 'crowded']],
    ['an excerpt over its share is whole', [excerpt(450), file(50)], ['whole', 'whole']],
    ['an earlier excerpt of a text that has grown goes with the file', [grown(450)], ['crowded']],
    ['and where both do not fit, the file is cut', [grown(501)], ['cut']],
    [
      'more than fits empties the first ones',
      [excerpt(300), excerpt(500), excerpt(400)],
      ['empty', 'crowded', 'crowded'],
    ],
    ['one excerpt that does not fit is empty', [excerpt(1_001)], ['empty']],
    ['one file that does not fit is cut', [file(1_200)], ['cut']],
    [
      'dense text is emptied before it is cut',
      [file(600, { length: 600 }), file(600, { length: 600 })],
      ['empty', 'crowded'],
    ],
    ['no files', [], []],
  ])('%s', (_, files, expected) => {
    expect(arrivalsOf(files, 1_000)).toEqual(expected);
  });
});
