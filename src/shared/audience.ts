/** The readers that a resource is meant for, in MCP's own words. */
export type Audience = 'user' | 'assistant';

/** Selects resources by audience. A resource without the annotation is for everybody and passes every filter. */
export type AudienceFilter = 'all' | Audience;
