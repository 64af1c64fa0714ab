import { TreeItemCollapsibleState } from 'vscode';
import { views } from '../../../../src/host/base/ids';
import { ResourceTree } from '../../../../src/host/tree/resourceTree';
import type { ResourceTreeRow } from '../../../../src/host/tree/treeRow';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import type { ResourceWorld } from '../../actions/host/resourceWorld';

/** The view *Resources*, with VS Code's side of it. */
export class DrawnTree {
  readonly tree: ResourceTree;
  /** Ids of the rows that VS Code has opened. */
  readonly #opened = new Set<string>();

  constructor(private readonly world: ResourceWorld) {
    this.tree = new ResourceTree(world, world.arrangement);
    const ask = this.tree.getChildren.bind(this.tree);
    this.tree.getChildren = (row) => {
      if (row) this.#opened.add(row.id);
      return ask(row);
    };
    this.view.onDidCollapseElement(({ element }) => this.#opened.delete(element.id));
    this.tree.onDidChangeTreeData((rows) => {
      if (!rows) void this.#reload(undefined);
    });
  }

  get view() {
    return fakeVscode.views.tree<ResourceTreeRow>(views.resources);
  }

  /** Asks for all rows, as VS Code does for expanded ones. @returns each label, with the rows below it */
  async draw(row?: ResourceTreeRow): Promise<unknown[]> {
    const lines: unknown[] = [];
    for (const child of await this.tree.getChildren(row)) {
      const { label, description, collapsibleState } = this.tree.getTreeItem(child);
      const line = [label, description]
        .flatMap((one) => (typeof one === 'string' && one !== '' ? one : []))
        .join(' | ');
      const isLast = child.kind === 'resource' || collapsibleState === TreeItemCollapsibleState.None;
      lines.push(isLast ? line : { [line]: await this.draw(child) });
    }
    return lines;
  }

  /** Returns the row of a resource, wherever it is in the tree. */
  async rowOf(uri: string): Promise<ResourceTreeRow> {
    const row = await this.#find(uri, undefined);
    if (!row) throw new Error(`No row of ${uri}`);
    return row;
  }

  /** Returns the refreshes since the last call: all rows, or the rows of these resources. */
  refreshes(): unknown[] {
    const uriOf = (row: ResourceTreeRow): string | undefined => row.id.split('\n').at(-1);
    return this.view.redrawn.splice(0).map((rows) => (Array.isArray(rows) ? rows.map(uriOf) : 'all'));
  }

  async refreshesAfter(ms: number): Promise<unknown[]> {
    await this.world.clock.advance(ms);
    return this.refreshes();
  }

  /** Lists resources, draws everything, and forgets earlier refreshes. */
  async show(servers: Parameters<ResourceWorld['list']>[0]): ReturnType<ResourceWorld['list']> {
    const definitions = await this.world.list(servers);
    await this.draw();
    await this.world.clock.advance(5_000);
    this.refreshes();
    return definitions;
  }

  dispose(): void {
    this.tree.dispose();
    this.world.dispose();
  }

  /** Asks for a row's children, and for those of the ones that are open, as VS Code does after a refresh. */
  async #reload(row: ResourceTreeRow | undefined): Promise<void> {
    for (const child of await this.tree.getChildren(row)) if (this.#opened.has(child.id)) await this.#reload(child);
  }

  async #find(uri: string, below: ResourceTreeRow | undefined): Promise<ResourceTreeRow | undefined> {
    for (const row of await this.tree.getChildren(below)) {
      if (row.kind === 'resource' && row.entry.resource.uri === uri) return row;
      const child = 'ids' in row ? await this.#find(uri, row) : undefined;
      if (child) return child;
    }
    return undefined;
  }
}
