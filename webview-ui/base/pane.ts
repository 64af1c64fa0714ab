import type { TemplateResult } from 'lit/html.js';
import type { ResourceAction } from '../../src/shared/protocol';
import type { PanelStrings } from '../../src/shared/panelStrings';
import type { After, Ask } from './ask';

/** Everything that the panel gives to a pane. */
export interface PaneParts {
  readonly ask: Ask;
  readonly after: After;
  readonly strings: PanelStrings;
  readonly formatNumber: (value: number) => string;
  /** Draws the page with the next frame: the result of {@link Pane.content} has changed. */
  readonly invalidate: () => void;
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
  /** Asks the host to run an action; a failure is shown above the list. */
  readonly act: (action: ResourceAction, ids: readonly number[]) => void;
  /** Goes back to the list, which gets the focus. */
  readonly close: () => void;
}

/** Covers the list, or stands beside it where there is room: the preview of a resource, the form of a template. */
export interface Pane {
  /** A server's text. */
  readonly title: string;
  /** The part below the header. */
  content(): TemplateResult;
  /** Lists may have changed. */
  refresh?(): void;
  /** Moves the keyboard focus into {@link content}, which has been drawn into `root`. */
  focus(root: HTMLElement): void;
  /** Cancels pending work. */
  dispose(): void;
}
