import type { TemplateResult } from 'lit/html.js';
import type { ResourceAction } from '../../src/shared/protocol';
import type { PanelStrings } from '../../src/shared/strings';
import type { After, Ask } from './ask';

/** What the panel gives to a pane. */
export interface PaneParts {
  readonly ask: Ask;
  readonly after: After;
  readonly strings: PanelStrings;
  readonly formatNumber: (value: number) => string;
  /** Has the page drawn with the next frame: what {@link Pane.content} gives is another. */
  readonly invalidate: () => void;
  /** Tells screen readers. */
  readonly announce: (text: string) => void;
  /** Has the host do it; a failure is shown above the list. */
  readonly act: (action: ResourceAction, ids: readonly number[]) => void;
  /** Goes back to the list, which gets the focus. */
  readonly close: () => void;
}

/** What covers the list, or stands beside it where there is room: the preview of a resource, the form of a template. */
export interface Pane {
  /** A server's text. */
  readonly title: string;
  /** What stands below the header. */
  content(): TemplateResult;
  /** Moves the keyboard focus into {@link content}, which has been drawn into `root`. */
  focus(root: HTMLElement): void;
  /** Cancels what is under way. */
  dispose(): void;
}
