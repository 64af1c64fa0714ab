/** Parts of Lit's results that are looked into: a template's values, and a directive's arguments. */
interface Drawn {
  readonly values?: readonly unknown[];
  readonly _$litType$?: number;
  readonly _$litDirective$?: unknown;
}

/** All texts that a page would draw: those of templates and of the directives `repeat` and `guard`. */
export function textsIn(drawn: unknown): readonly string[] {
  const texts: string[] = [];
  const open = [drawn];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') texts.push(next);
    else if (Array.isArray(next)) open.push(...(next as unknown[]));
    else if (typeof next === 'object' && next !== null) open.push(...partsOf(next));
  }
  return texts;
}

function partsOf({ values = [], _$litType$: type, _$litDirective$: directive }: Drawn): readonly unknown[] {
  if (type !== undefined) return values;
  if (directive === undefined) throw new Error('This is nothing that Lit draws.');
  const draw = values.at(-1) as (item?: unknown) => unknown;
  return values.length === 3 ? (values[0] as readonly unknown[]).map((item) => draw(item)) : [draw()];
}
