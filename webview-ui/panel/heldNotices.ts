import type { PanelNotice } from '../../src/shared/protocol';

/** The notices that are shown: while the focus is on one of their buttons, no other button takes its place. */
export class HeldNotices {
  #shown: readonly PanelNotice[] = [];

  /** The notices to show of the `newest`; held ones that are still current get their newest actions, whose ids change with every reply. */
  update(newest: readonly PanelNotice[], isHeld: boolean): readonly PanelNotice[] {
    const canHold = isHeld && newest.length > 0 && this.#shown.length > 0;
    this.#shown = canHold
      ? this.#shown.map((held) => newest.find((notice) => isSameNotice(notice, held)) ?? held)
      : newest;
    return this.#shown;
  }
}

function isSameNotice(a: PanelNotice, b: PanelNotice): boolean {
  return contentOf(a) === contentOf(b);
}

function contentOf({ kind, text, actions }: PanelNotice): string {
  return JSON.stringify([kind, text, actions.map(({ label }) => label)]);
}
