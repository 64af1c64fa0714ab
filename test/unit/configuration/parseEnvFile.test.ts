import { describe, expect, it } from 'vitest';
import { parseEnvFile } from '../../../src/core/configuration/launch/parseEnvFile';

describe('parseEnvFile', () => {
  it.each([
    ['nothing', '', {}],
    ['a value', 'A=b', { A: 'b' }],
    ['an empty value', 'A=\nB=""\nC= ', { A: '', B: '', C: '' }],
    ['spaces around', '  A =  b c  ', { A: 'b c' }],
    ['a colon', 'A: b\nB:c', { A: 'b', B: 'c' }],
    ['an export', 'export A=b\nexport\tB="c"', { A: 'b', B: 'c' }],
    ['a name with dots and dashes', 'a.b-c_1=d', { 'a.b-c_1': 'd' }],
    ['other signs of assignment in the value', 'A=b=c:d', { A: 'b=c:d' }],
    ['comments', '# A=b\nB=c # d\nC="d # e" # f\n  # g', { B: 'c', C: 'd # e' }],
    ['single quotes, as they are', "A='b \\n $C'", { A: 'b \\n $C' }],
    ['back quotes', 'A=`b "c" \'d\'`', { A: 'b "c" \'d\'' }],
    ['double quotes with line ends', 'A="b\\nc\\rd"', { A: 'b\nc\rd' }],
    ['double quotes with quotes', 'A="b \'c\' \\"d"', { A: "b 'c' \\\"d" }],
    ['several lines in double quotes', 'A="b\nc=d\n"\nE=f', { A: 'b\nc=d\n', E: 'f' }],
    ['several lines in single quotes', "A='b\n# c'\nE=f", { A: 'b\n# c', E: 'f' }],
    ['a key in PEM', 'KEY="-----BEGIN-----\nabc==\n-----END-----"', { KEY: '-----BEGIN-----\nabc==\n-----END-----' }],
    ['a quote that is never closed', 'A="b\nC=d', { A: '"b', C: 'd' }],
    ['a quote that is closed too early', 'A="b" c\nD=e', { A: '"b" c', D: 'e' }],
    ['quotes inside', "A=it's\nB=don't", { A: "it's", B: "don't" }],
    ['line ends of Windows', 'A=b\r\nB="c\r\nd"\r\n', { A: 'b', B: 'c\nd' }],
    ['line ends of old', 'A=b\rB=c', { A: 'b', B: 'c' }],
    ['a byte order mark', '\uFEFFA=b', { A: 'b' }],
    ['a name met twice', 'A=b\nA=c', { A: 'c' }],
    ['lines that say nothing', 'A\n=b\nA B=c\n[section]\nD=e', { D: 'e' }],
    ['variables, as they are', 'A=$B ${C}', { A: '$B ${C}' }],
    ['letters of the world', 'A=größe 🎉', { A: 'größe 🎉' }],
  ])('reads %s', (_, text, values) => {
    expect(Object.fromEntries(parseEnvFile(text))).toEqual(values);
  });

  it('is not slowed down by quotes that are never closed', () => {
    const lines = 100_000;
    expect(parseEnvFile(Array.from({ length: lines }, (_, index) => `A${index}="b`).join('\n')).size).toBe(lines);
  });
});
