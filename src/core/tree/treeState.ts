import type { Catalog } from '../catalog/catalog';
import type { TemplateCatalog } from '../catalog/templates';
import type { ConfiguredServer } from '../connection/connectionState';
import type { Skills } from '../skills/skills';

type Listed = Pick<Catalog, 'table' | 'revision' | 'listInfo'>;

/**
 * A text that changes whenever the rows of the tree may have to change: other resources, templates or skills, at other places, or of servers
 * in another state. A repeated, unchanged list leaves it as it is, so that nothing is drawn for it.
 */
export function treeState(
  catalog: Listed,
  templates: Pick<TemplateCatalog, 'revision'>,
  connections: readonly ConfiguredServer[],
  skills: Pick<Skills, 'of' | 'stateOf'>,
): string {
  const { revision, table } = catalog;
  const { rewrites, additions, moves } = table;
  const servers = connections.map(({ definition: { id, name }, state }) => {
    const { kind } = catalog.listInfo(id).completeness;
    // Resources that such a list did not name are marked.
    const isUnfinished = kind === 'cut' || kind === 'failed';
    const editions = skills.of(id).map(({ edition }) => edition);
    return [id, name, state.kind, isUnfinished ? revision : 0, skills.stateOf(id), editions.join()];
  });
  return JSON.stringify([rewrites, additions, moves, templates.revision, servers]);
}
