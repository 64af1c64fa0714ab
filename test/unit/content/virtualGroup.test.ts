import { describe, expect, it } from 'vitest';
import { toBase64Url } from '../../../src/core/content/base64Url';
import { groupPlace, virtualGroup, type VirtualGroup } from '../../../src/core/content/virtualGroup';
import { folderPlace, partPlace, virtualPlace, virtualTarget } from '../../../src/core/content/virtualPath';
import { resource } from '../catalog/fixtures';

describe('the folder of a group', () => {
  it.each<VirtualGroup>([
    { scheme: 'db', prefix: undefined },
    { scheme: '', prefix: undefined },
    { scheme: undefined, prefix: undefined },
    { scheme: 'db', prefix: 'db://sales/"2026"\n/' },
  ])('carries %j without loss, also to what is below it', (group) => {
    const { path, query } = groupPlace(group, 'Sales / 2026');
    expect(path).toBe('/Sales-2026');
    expect(virtualGroup({ path, query })).toEqual({ group, child: undefined });
    expect(virtualGroup({ path: `${path}/orders.json`, query })).toEqual({ group, child: 'orders.json' });
    expect(virtualTarget({ path, query })).toBeUndefined();
  });

  it('is nothing else, whatever a server calls its resources', () => {
    const uris = ['a:1', 'group', '["a","b","c"]', '["a","b","c"'];
    const places = uris.flatMap((uri) => [
      virtualPlace(resource(uri, { name: ']' })),
      folderPlace(resource(uri)),
      partPlace(resource(uri), { uri: 'x', occurrence: 0, path: 'x' }),
    ]);
    expect(places.map(virtualGroup)).toEqual(places.map(() => undefined));
    const { path, query } = groupPlace({ scheme: 'db', prefix: undefined }, 'db');
    const others = [
      { path: '/', query },
      { path: '/dbs', query },
      { path, query: '' },
      { path, query: toBase64Url('["db"') },
      { path, query: toBase64Url('[1,2,3]') },
      { path, query: toBase64Url('{"length":3}') },
    ];
    expect(others.map(virtualGroup)).toEqual(others.map(() => undefined));
  });
});
