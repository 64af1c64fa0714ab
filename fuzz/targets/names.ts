import {
  fileName,
  partPlace,
  renewed,
  roundOf,
  safeName,
  virtualPlace,
  virtualTarget,
} from '../../src/core/content/virtualPath';
import { hold, same, textIn, type Target } from '../target';

const asIs = (name: string): string => name;

/** Places of virtual files, which anybody can ask for, and the names of resources in them: URI, name, title, type, a line each. */
export const names: Target = {
  name: 'names',
  words: [
    ...['\n', '/', '\\', '..', '.', ':', '?', '#', '%2F', '%', '%c3%a9', 'con', 'nul.txt', 'a.png', '.git', ' ', '  '],
    ...['docs://a/b.md', 'text/markdown', 'image/png', 'YTpiCmI', '.1', '["a","b",0,"c"]', '"]', '\ud800', '../', '~'],
  ],
  check(bytes) {
    const [uri = '', name = '', title, mimeType] = textIn(bytes).split('\n');
    const resource = { uri, name, title, mimeType };
    checkName(fileName(resource));
    checkName(safeName(name));
    const place = virtualPlace(resource, asIs);
    same(virtualTarget(place), { kind: 'whole', uri }, 'A file leads to its resource.');
    const again = renewed(place, 7);
    same([virtualTarget(again), roundOf(again)], [{ kind: 'whole', uri }, 7], 'So it does in each round.');
    const part = { uri: title ?? name, occurrence: 1, path: 'a/b.md' };
    same(
      virtualTarget(partPlace(resource, part, asIs)),
      { kind: 'part', uri, part: { uri: part.uri, occurrence: 1 } },
      'A part leads to itself.',
    );
    const foreign = virtualTarget({ path: name, query: uri });
    return `${foreign?.kind ?? 'nothing'} ${fileName(resource).includes('.') ? 'extension' : ''}`;
  },
};

function checkName(name: string): void {
  hold(name !== '' && !/[\s/\\:*?"<>|#%\p{Cc}\p{Cs}]/u.test(name), 'Every system takes the name.', name);
  hold(!/^\.|\.$/u.test(name), 'No name is hidden.', name);
  hold(Buffer.byteLength(name) <= 255, 'A name has a limit.', name);
}
