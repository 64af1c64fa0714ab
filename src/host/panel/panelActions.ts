import type { PanelAction } from '../../shared/protocol';

interface Action {
  readonly command: string;
  readonly args: readonly unknown[];
}

/** Actions of the buttons in the panel's replies, by ids that are never reused. */
export class PanelActions {
  #actions = new Map<string, Action>();
  #before = this.#actions;
  #lastId = 0;

  constructor(private readonly runCommand: (command: string, args: readonly unknown[]) => Promise<void>) {}

  /** Begins a new reply. The buttons of the last one are visible a moment longer and still work. */
  begin(): void {
    this.#before = this.#actions;
    this.#actions = new Map();
  }

  add(label: string, command: string, args: readonly unknown[] = []): PanelAction {
    const id = String(++this.#lastId);
    this.#actions.set(id, { command, args });
    return { id, label };
  }

  async run(id: string): Promise<void> {
    const action = this.#actions.get(id) ?? this.#before.get(id);
    if (action) await this.runCommand(action.command, action.args);
  }
}
