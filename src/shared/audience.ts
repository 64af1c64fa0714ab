/** The readers that a resource is meant for, in MCP's own words. */
export type Audience = 'user' | 'assistant';

export const audienceFilters = ['all', 'user', 'assistant'] as const satisfies readonly ('all' | Audience)[];

/** Selects resources by audience. A resource without the annotation is for everybody and passes every filter. */
export type AudienceFilter = (typeof audienceFilters)[number];
