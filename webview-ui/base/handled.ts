/** The event is ours: neither the browser nor VS Code does anything else with it. */
export function handled(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
