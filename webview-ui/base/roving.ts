/** Makes several controls one stop of the Tab key: the one with the focus, or the one that had it last, or the first. */
export function keepOneTabStop(controls: readonly HTMLElement[]): void {
  const stop =
    controls.find((each) => each === document.activeElement) ??
    controls.find((each) => each.getAttribute('tabindex') === '0') ??
    controls[0];
  for (const each of controls) each.tabIndex = each === stop ? 0 : -1;
}

/** Moves the focus among controls that are one tab stop. Returns true when the key does that. */
export function moveAmong(controls: readonly HTMLElement[], key: string): boolean {
  const at = controls.indexOf(document.activeElement as HTMLElement);
  const last = controls.length - 1;
  const [next, previous] = [Math.min(at + 1, last), Math.max(at - 1, 0)];
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: next,
    ArrowRight: next,
    ArrowUp: previous,
    ArrowLeft: previous,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  if (target === undefined) return false;
  controls[target]?.focus();
  keepOneTabStop(controls);
  return true;
}
