interface Share {
  readonly covered: number;
  readonly total: number;
}
/** Rooms with the per cent of their lines and branches that ran, by name. */
export function byRoom(
  summary: Readonly<Record<string, { readonly lines: Share; readonly branches: Share }>>,
): readonly (readonly [room: string, lines: number, branches: number])[];
