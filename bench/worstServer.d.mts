interface Case {
  readonly list?: (cursor?: string) => string;
  readonly read?: () => string;
  readonly before?: () => string;
}
export const cases: Readonly<Record<string, Case>>;
