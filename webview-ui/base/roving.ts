/** Makes several controls one stop of the Tab key: the one with the focus, or the one that had it last, or the first. */
export function keepOneTabStop(controls: readonly HTMLElement[]): void {
  const stop =
    controls.find((control) => control === document.activeElement) ??
    controls.find((control) => control.getAttribute('tabindex') === '0') ??
    controls[0];
  for (const control of controls) control.tabIndex = control === stop ? 0 : -1;
}

/** Moves the focus among controls that are one tab stop. Returns true when the key does that. */
export function moveAmong(controls: readonly HTMLElement[], key: string): boolean {
  const index = controls.indexOf(document.activeElement as HTMLElement);
  const last = controls.length - 1;
  const [next, previous] = [Math.min(index + 1, last), Math.max(index - 1, 0)];
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
