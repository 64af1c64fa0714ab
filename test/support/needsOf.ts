const rooms = ['base', 'configuration', 'core', 'search', 'context', 'chat', 'content', 'actions', 'look'] as const;

/** Needs whose rooms all have the same services: each is asked for its own alone. */
export function needsOf<Services>(services: Services): Readonly<Record<(typeof rooms)[number], Services>> {
  return Object.fromEntries(rooms.map((room) => [room, services])) as ReturnType<typeof needsOf<Services>>;
}
