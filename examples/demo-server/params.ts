import type { StandardSchemaV1 } from '@modelcontextprotocol/server';

/** Parameters of methods that the SDK has no schema for, except for servers that are built by its own extension for skills. */
export interface Params {
  readonly uri: string;
  readonly cursor?: string;
}

/** Parameters that are texts: a URI, and a page's cursor that may be missing. */
export const uriParams: StandardSchemaV1<Params> = checked((value) => {
  if (typeof value['uri'] !== 'string') return problem('uri');
  return withCursor({ uri: value['uri'] }, value['cursor']);
});

export const cursorParams: StandardSchemaV1<Pick<Params, 'cursor'>> = checked(({ cursor }) => withCursor({}, cursor));

type Result<T> = StandardSchemaV1.Result<T>;

function checked<T>(check: (value: Readonly<Record<string, unknown>>) => Result<T>): StandardSchemaV1<T> {
  const validate = (value: unknown): Result<T> => check(Object(value) as Readonly<Record<string, unknown>>);
  return { '~standard': { version: 1, vendor: 'larkspur', validate } };
}

function withCursor<T extends object>(value: T, cursor: unknown): Result<T & { cursor?: string }> {
  if (cursor === undefined) return { value };
  return typeof cursor === 'string' ? { value: { ...value, cursor } } : problem('cursor');
}

function problem(field: string): StandardSchemaV1.FailureResult {
  return { issues: [{ message: `${field} has to be a string.`, path: [field] }] };
}
