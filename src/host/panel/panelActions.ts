import type { PanelAction } from '../../shared/protocol';
import type { ServerAction } from '../base/serverActions';

/** Actions of the buttons in the panel's replies, by ids that are never reused. */
export class PanelActions {
  #actions = new Map<string, ServerAction>();
  #before = this.#actions;
  #lastId = 0;

  constructor(private readonly runAction: (action: ServerAction) => Promise<void>) {}

  /** Begins a new reply. The buttons of the last one are visible a moment longer and still work. */
  begin(): void {
    this.#before = this.#actions;
    this.#actions = new Map();
  }

  add(label: string, action: ServerAction): PanelAction {
    const id = String(++this.#lastId);
    this.#actions.set(id, action);
    return { id, label };
  }

  async run(id: string): Promise<void> {
    const action = this.#actions.get(id) ?? this.#before.get(id);
    if (action) await this.runAction(action);
  }
}
