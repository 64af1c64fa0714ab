export const projects: readonly string[];
export interface TestOptions {
  readonly only: readonly string[] | undefined;
  readonly quick: boolean;
  readonly repeat: number | undefined;
  readonly files: readonly string[];
  readonly seed: number | undefined;
  readonly vscode: string | undefined;
  readonly busy: boolean;
  readonly help: boolean;
}
export function readTestOptions(args?: readonly string[]): TestOptions;
