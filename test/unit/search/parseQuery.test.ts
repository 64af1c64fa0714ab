import { describe, expect, it } from 'vitest';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { dependsOnTime, isNarrower, parseQuery } from '../../../src/core/search/parseQuery';
import { queryText } from '../../../src/core/search/queryText';
import { pickFrom, seeded } from '../catalog/fixtures';
import { choice, day, now, parsed } from './fixtures';

/** Returns the parts of a parsed query; filters by their keys. */
function shape(text: string): object {
  const { words, excluded, phrases, filters, problems } = parsed(text);
  return {
    ...(words.length > 0 && { words }),
    ...(excluded.length > 0 && { excluded }),
    ...(phrases.size > 0 && { phrases: [...phrases] }),
    ...(filters.length > 0 && { filters: filters.map(({ key }) => key) }),
    ...(problems.length > 0 && { problems: problems.map(({ start, end }) => text.slice(start, end)) }),
  };
}

describe('what a user types', () => {
  it.each([
    ['', {}],
    ['   ', {}],
    ['Orders ÜBER', { words: ['orders', 'uber'] }],
    ['orders Orders', { words: ['orders'] }],
    ['"two words" three', { words: ['two words', 'three'], phrases: ['two words'] }],
    ['"not closed yet', { words: ['not closed yet'], phrases: ['not closed yet'] }],
    ['""', {}],
    ['" two\n lines "', { words: ['two lines'], phrases: ['two lines'] }],
    ['用户\u3000кириллица', { words: ['用户', 'кириллица'] }],
    // A lone accent folds to an empty text, which every resource contains.
    ['\u0301', {}],
    ['orders -draft', { words: ['orders'], excluded: ['draft'] }],
    ['-"old ones" -Übung', { excluded: ['old ones', 'ubung'], phrases: ['old ones'] }],
    // An unfinished exclusion.
    ['orders -', { words: ['orders'] }],
    ['-""', {}],
    ['well-known a-b', { words: ['well-known', 'a-b'] }],
    ['"-5"', { words: ['-5'], phrases: ['-5'] }],
  ])('%j is words', (text, expected) => {
    expect(shape(text)).toEqual(expected);
  });

  it.each([
    ['server:github', ['server:github']],
    ['SERVER:GitHub', ['server:github']],
    ['server:"My Server"', ['server:my server']],
    ['server:a,"b, c",d', ['server:a\nserver:b, c\nserver:d']],
    ['server:a server:b', ['server:a\nserver:b']],
    ['server:a -server:b', ['server:a', '-server:b']],
    ['scheme:db,file', ['scheme:db\nscheme:file']],
    ['scheme:DB: scheme:db', ['scheme:db']],
    ['scheme:db,', ['scheme:db']],
    ['type:Image/*', ['type:image/*']],
    ['type:markdown,json', ['type:json\ntype:markdown']],
    ['type:template', ['type:template']],
    ['audience:user', ['audience:user']],
    ['audience:as', ['audience:assistant']],
    ['priority:>0.5', ['priority:>0.5']],
    ['priority:>=50%', ['priority:>=0.5']],
    ['priority:.5', ['priority:=0.5']],
    ['priority:"> 0.5"', ['priority:>0.5']],
    ['priority:none', ['priority:none']],
    ['priority:>0.2 priority:<0.5', ['priority:>0.2', 'priority:<0.5']],
    ['size:<1mb', ['size:<1000000']],
    ['size:>=1.5KB', ['size:>=1500']],
    ['size:2g', ['size:=2000000000']],
    ['size:0', ['size:=0']],
    ['changed:<7d', [`lastModified:>${now - 7 * day}`]],
    ['changed:7d', [`lastModified:>${now - 7 * day}`]],
    ['changed:>2w', [`lastModified:<${now - 14 * day}`]],
    ['changed:>=1m', [`lastModified:<=${now - 30 * day}`]],
    ['changed:<=1Y', [`lastModified:>=${now - 365 * day}`]],
    ['changed:<12h', [`lastModified:>${now - day / 2}`]],
    ['changed:none', ['lastModified:none']],
    ['changed:>2026-01-31', [`lastModified:>=${new Date(2026, 1, 1).getTime()}`]],
    ['changed:>=2026-1-5', [`lastModified:>=${new Date(2026, 0, 5).getTime()}`]],
    ['changed:<2026-02', [`lastModified:<${new Date(2026, 1, 1).getTime()}`]],
    ['changed:<=2026', [`lastModified:<${new Date(2027, 0, 1).getTime()}`]],
    ['changed:2026-12', [`lastModified:${new Date(2026, 11, 1).getTime()}..${new Date(2027, 0, 1).getTime()}`]],
    ['changed:=2026-12-31', [`lastModified:${new Date(2026, 11, 31).getTime()}..${new Date(2027, 0, 1).getTime()}`]],
    ['uri:db://sales/**', ['uri:db://sales/**']],
    ['uri:*.{md,txt}', ['uri:*.{md,txt}']],
    ['uri:"my docs/*"', ['uri:my docs/*']],
    ['uri:*.md uri:wiki:**', ['uri:*.md', 'uri:wiki:**']],
    ['-uri:*.md', ['-uri:*.md']],
  ])('%j is a filter', (text, filters) => {
    expect(shape(text)).toEqual({ filters });
  });

  it.each([
    ['foo:bar'],
    ['db://x'],
    ['server://shop'],
    ['uri://a'],
    ['xserver:a'],
    ['servers:a'],
    ['http://server:80'],
  ])('%j is a plain word', (text) => {
    expect(shape(text)).toEqual({ words: [text] });
  });

  it('is not a filter in quotes', () => {
    expect(shape('"server:a"')).toEqual({ words: ['server:a'], phrases: ['server:a'] });
  });

  it.each([
    ['server: orders', 'server:', 'Missing server'],
    ['scheme:"" orders', 'scheme:""', 'Missing scheme'],
    ['orders type:nonsense', 'nonsense', 'type:image/*'],
    ['orders audience:everybody', 'everybody', 'audience:user or audience:assistant'],
    ['priority:high orders', 'high', 'from 0 to 1'],
    ['priority:>2 orders', '>2', 'from 0 to 1'],
    ['priority:5x orders', '5x', 'from 0 to 1'],
    ['priority:> orders', '>', 'priority:>0.5'],
    ['priority:-1 orders', '-1', 'from 0 to 1'],
    ['priority:<=150% orders', '<=150%', 'from 0 to 1'],
    ['-changed:soon orders', 'soon', 'changed:<7d'],
    ['changed:<7x orders', '<7x', 'h, d, w, m, y'],
    ['changed:2026-02-30 orders', '2026-02-30', 'changed:>2026-01-31'],
    ['changed:2026-13 orders', '2026-13', 'Invalid time'],
    ['size:big orders', 'big', 'size:<1mb'],
    ['size:<1tb orders', '<1tb', 'b, kb, mb or gb'],
    ['orders uri:', 'uri:', 'uri:*.md'],
  ])('%j has a mistake at %j that is said and left out', (text, place, message) => {
    expect(shape(text)).toEqual({ words: ['orders'], problems: [place] });
    expect(parsed(text).problems[0]?.message).toContain(message);
  });

  it('says that there is no server of a name, and lets nothing through for it', () => {
    const names = ['larkspur', 'Billing', 'c', 'd', 'e', 'f'];
    const read = (text: string, servers: readonly string[]) => {
      const { filters, problems } = parseQuery({ ...emptyQuery, text }, now, servers);
      return [filters.map(({ key }) => key), problems.map(({ message }) => message)];
    };
    expect(read('server:L', names)).toEqual([['server:l'], []]);
    expect(read('server:b,"no', names.slice(0, 2))).toEqual([
      ['server:b\nserver:no'],
      ['Unknown server “no”. Configured servers: larkspur, Billing.'],
    ]);
    expect(read('server:x*', names)).toEqual([
      ['server:x*'],
      ['Unknown server “x*”. Configured servers: larkspur, Billing, c and 3 more.'],
    ]);
    expect(read('server:x', [])).toEqual([['server:x'], []]);
  });

  it('keeps the right values of a list with a wrong one', () => {
    expect(shape('type:json,nonsense,image')).toEqual({ filters: ['type:image\ntype:json'], problems: ['nonsense'] });
  });

  it('tells where a mistake is in the text as it was typed', () => {
    const text = '  "two  words"  type:json,"no such",image';
    const [problem] = parsed(text).problems;
    expect(text.slice(problem?.start, problem?.end)).toBe('"no such"');
  });

  it('is a valid query, whatever it is', () => {
    const random = seeded(5);
    const pieces = [
      'uri:',
      'server:',
      'type:',
      'size:',
      'changed:',
      '-',
      ' ',
      '"',
      ',',
      '*',
      '<',
      '1',
      'd',
      '://',
      'ß',
    ];
    const globs = Array.from('*?[]{}()!+@|,/\\"^-.a1 \n%#');
    for (let round = 0; round < 4_000; round += 1) {
      const from = round % 2 === 0 ? pieces : globs;
      const text = `uri:${Array.from({ length: 12 }, () => pickFrom(random, from)).join('')}`;
      const { problems, filters } = parsed(text);
      for (const { start, end } of problems) expect(start >= 0 && start < end && end <= text.length, text).toBe(true);
      for (const filter of filters.flatMap((group) => group.filters))
        if (filter.on === 'uri') expect(typeof filter.glob.isMatch('db://a/b')).toBe('boolean');
    }
  });

  it('gives ages from the start of the minute, so that the next key can narrow down', () => {
    const keyAt = (time: number): string | undefined => parsedAt(time).filters[0]?.key;
    expect(keyAt(now + 59_999)).toBe(keyAt(now));
    expect(keyAt(now + 60_000)).not.toBe(keyAt(now));
  });
});

function parsedAt(time: number): ReturnType<typeof parsed> {
  return parseQuery({ ...emptyQuery, text: 'changed:<1h' }, time);
}

describe('what a user clicks', () => {
  it('is read like a filter, widened by others of its facet', () => {
    const { choices } = parsed('', {
      choices: [choice('type:json'), choice('server:my, "server"'), choice('type:image')],
    });
    expect(choices).toMatchObject([
      { facet: 'server', key: 'server:my, "server"', isExcluded: false },
      { facet: 'type', key: 'type:image\ntype:json', label: 'JSON, Image' },
    ]);
  });

  it('is left out where it is not understood', () => {
    const { choices, problems } = parsed('', { choices: [choice('priority:high'), choice('changed:<1d')] });
    expect(choices.map(({ facet }) => facet)).toEqual(['changed']);
    expect(problems).toEqual([]);
  });
});

describe('a query narrows another', () => {
  it.each([
    ['orders', 'order', true],
    ['order', 'orders', false],
    ['sales orders', 'orders', true],
    ['orders', '', true],
    ['reorder', 'order', true],
    ['orders', 'sales', false],
    ['uri:*.md orders', 'uri:*.md', true],
    ['uri:*.m', 'uri:*.md', false],
    ['orders', 'uri:*.md', false],
    ['a -draft', 'a', true],
    ['a', 'a -draft', false],
    ['a -dra', 'a -draft', true],
    ['a -drafts', 'a -draft', false],
    ['type:json scheme:db', 'scheme:db', true],
    // A second type lets more through.
    ['type:json,image', 'type:json', false],
    ['type:json', 'type:json,image', false],
    ['priority:>0.5 priority:<0.8', 'priority:>0.5', true],
    ['scheme:db', 'scheme:d', false],
    ['-type:json', 'type:json', false],
  ])('%j after %j: %s', (next, previous, isIt) => {
    expect(isNarrower(parsed(next), parsed(previous))).toBe(isIt);
  });

  it('only when it is not for others', () => {
    const a = (audience: 'all' | 'user' | 'assistant'): ReturnType<typeof parsed> => parsed('a', { audience });
    expect(isNarrower(a('user'), a('all'))).toBe(true);
    expect(isNarrower(a('user'), a('user'))).toBe(true);
    expect(isNarrower(a('all'), a('user'))).toBe(false);
    expect(isNarrower(a('user'), a('assistant'))).toBe(false);
  });
});

describe('a query as one text', () => {
  it.each([
    [' orders ', 'all', [], 'orders'],
    ['', 'all', [], ''],
    ['', 'user', [], 'audience:user'],
    ['orders', 'all', ['type:json'], 'orders type:"json"'],
    [
      'a',
      'assistant',
      ['type:json', 'server:my "server"', 'type:image'],
      'a server:"my server" type:"json","image" audience:assistant',
    ],
  ] as const)('%j for %s with %j is %j', (text, audience, choices, written) => {
    expect(queryText({ ...emptyQuery, text, audience, choices: choices.map(choice) })).toBe(written);
  });
});

describe('the time counts', () => {
  it.each([
    ['orders', [], false],
    ['orders size:<1kb', ['type:json'], false],
    ['orders changed:<7d', ['type:json'], true],
    ['type:json -changed:<7d', [], true],
    ['type:json', ['changed:<7d', 'server:shop'], true],
  ])('in %j with %j: %s', (text, choices, isIt) => {
    expect(dependsOnTime(parsed(text, { choices: choices.map(choice) }))).toBe(isIt);
  });
});
