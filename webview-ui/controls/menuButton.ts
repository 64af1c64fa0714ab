import { html, nothing, type TemplateResult } from 'lit/html.js';
import { handled } from '../base/handled';
import { legible } from '../base/legible';

export interface MenuItem {
  readonly label: string;
  readonly isEnabled: boolean;
  readonly onClick: () => void;
  /** A line above it begins a group. */
  readonly isAfterLine?: boolean;
}

/** An item that can be chosen along with others, or as one of several. */
export interface MenuChoice {
  readonly label: string;
  /** Stands at the end of the item. */
  readonly detail: string;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
  readonly isOneOfSeveral?: true;
}

/** A button that is only a codicon and opens a menu below it. */
export function menuButton(id: string, label: string, icon: string, items: readonly MenuItem[]): TemplateResult {
  const drawn = items.map((item) => html`${item.isAfterLine === true ? separator : nothing}${itemOf(item)}`);
  return html`${menuOpener(id, label, icon)} ${menu(id, label, drawn)}`;
}

/** The button of a {@link menu}. */
export function menuOpener(id: string, label: string, icon: string, className = ''): TemplateResult {
  return html`<button
    type="button"
    class="icon-button ${className}"
    title=${label}
    aria-label=${label}
    aria-haspopup="menu"
    popovertarget=${id}
    @keydown=${(event: KeyboardEvent) => openByArrow(event, id)}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}

const separator = html`<div class="separator" role="separator"></div>`;

/**
 * A menu for the button that names its `id`: below the button, over everything else. The popover of the browser closes it on Escape and on a
 * click elsewhere, and gives the focus back.
 */
export function menu(id: string, label: string, content: unknown): TemplateResult {
  return html`<div
    id=${id}
    class="menu"
    popover
    role="menu"
    aria-label=${label}
    @toggle=${(event: ToggleEvent) => event.newState === 'open' && focusFirst(event.currentTarget as HTMLElement)}
    @keydown=${(event: KeyboardEvent) => moveInMenu(event)}
  >
    ${content}
  </div>`;
}

function itemOf(item: MenuItem): TemplateResult {
  return html`<button
    type="button"
    role="menuitem"
    tabindex="-1"
    dir="auto"
    title=${item.label}
    aria-disabled=${!item.isEnabled}
    @click=${(event: Event) => choose(event, item)}
  >
    ${legible(item.label)}
  </button>`;
}

/** Space and the mouse leave the menu open, for the next choice; Enter closes it. */
export function menuChoice({ label, detail, isChosen, onToggle, isOneOfSeveral }: MenuChoice): TemplateResult {
  return html`<button
    type="button"
    role=${isOneOfSeveral ? 'menuitemradio' : 'menuitemcheckbox'}
    tabindex="-1"
    aria-checked=${isChosen}
    aria-label=${`${label} ${detail}`}
    title=${label}
    @click=${onToggle}
  >
    <span class="codicon ${isChosen ? 'codicon-check' : ''}" aria-hidden="true"></span><bdi class="label">${label}</bdi>
    <span class="count">${detail}</span>
  </button>`;
}

/** Opens the menu of a button by the key that leads down to it. */
export function openByArrow(event: KeyboardEvent, id: string): void {
  if (event.key !== 'ArrowDown') return;
  handled(event);
  const menu = document.getElementById(id);
  if (!menu) return;
  menu.showPopover({ source: event.currentTarget as HTMLElement });
  focusFirst(menu);
}

/**
 * The browser fires the event a moment after it opened the menu: then the user may be further down already.
 * https://github.com/whatwg/html/pull/9775
 */
function focusFirst(menu: HTMLElement): void {
  if (menu.contains(document.activeElement)) return;
  const items = itemsOf(menu);
  (items.find(({ ariaDisabled }) => ariaDisabled !== 'true') ?? items[0])?.focus();
}

function moveInMenu(event: KeyboardEvent): void {
  const menu = event.currentTarget as HTMLElement;
  const items = itemsOf(menu);
  const focused = document.activeElement as HTMLElement;
  const index = items.indexOf(focused);
  const targets: Readonly<Record<string, number>> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
  const target = targets[event.key];
  if (target !== undefined) items.at(target % items.length)?.focus();
  else if (event.key === 'Enter' && focused.ariaChecked !== null) {
    focused.click();
    menu.hidePopover();
  } else if (event.key === 'Tab' || event.key === 'Escape') menu.hidePopover();
  else return;
  // Esc closes the menu only, not the pane or the selection.
  handled(event);
}

function choose(event: Event, item: MenuItem): void {
  if (!item.isEnabled) return;
  (event.currentTarget as HTMLElement).closest<HTMLElement>('[popover]')?.hidePopover();
  item.onClick();
}

function itemsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter((item) => item.checkVisibility());
}
