// Kinds of values, recognised by the names of variables, headers and the like.
/** Names of values that are hidden until the user wants to see them, and stored as hashes. */
export const SECRET_NAME = /auth|token|key|passw|pwd|secret|credential|cookie|session/i;
/** Environment variables by which a program finds or loads code, or is given options. */
const CHOOSES_CODE = new RegExp(
  `^(${[
    '.*(COMMAND|CMD|HELPER|PROVIDER|FILE|DIR|PATH|OPTIONS|OPTS)',
    'PATHEXT|HOME|XDG_.*|APPDATA|PREFIX|KUBECONFIG|SHELL|COMSPEC|ENV|BASH_ENV|IFS|PS4',
    'LD_.*|DYLD_.*|OPENSSL_.*',
    'NODE_.*|NPM_.*|YARN_.*|PNPM_.*|COREPACK_.*|BUN_.*|DENO_.*|ELECTRON_.*',
    'PYTHON.*|PIP_.*|UV_.*|VIRTUAL_ENV|CONDA_.*',
    'RUBY.*|GEM_.*|BUNDLE_.*|PERL.*|PHP.*|LUA_.*',
    'JAVA_.*|MAVEN_.*|GRADLE_.*',
    'DOTNET_.*|CORECLR_.*|COR_.*|NUGET_.*|CARGO_.*|RUST.*',
    'GO(AUTH|ROOT|FLAGS|PROXY|BIN|ENV|TOOLCHAIN|PRIVATE|(NO)?SUMDB|INSECURE)',
    'GIT_.*|SSH_.*|DOCKER_.*|EDITOR|VISUAL|PAGER|BROWSER',
  ].join('|')})$`,
  'i',
);

/** Secrets among them. */
const CHOOSES_NOTHING = /(token|password|secret|_auth)$/i;
/** Names of secrets that are renewed now and then: in an environment file they may change unasked. */
const ROTATING = /(token|secret|password|api_key)$/i;

/** True for an environment variable by which a program finds or loads code. */
export function choosesCode(name: string): boolean {
  return CHOOSES_CODE.test(name) && !CHOOSES_NOTHING.test(name);
}

export function isRotating(name: string): boolean {
  return ROTATING.test(name) && !choosesCode(name);
}
