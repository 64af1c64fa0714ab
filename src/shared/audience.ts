/** Whom a resource is meant for, in MCP's own words. */
export type Audience = 'user' | 'assistant';

/** Whose resources a list shows. A resource without the annotation is for everybody and passes every filter. */
export type AudienceFilter = 'all' | Audience;
