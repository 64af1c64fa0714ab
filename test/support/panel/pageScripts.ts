/** The API that VS Code gives to a webview, with the host in the test process. */
export const vscodeApi = `
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => { window.hostReceive(message); },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => { sessionStorage.setItem('state', JSON.stringify(state)); return state; },
  });
  document.addEventListener('securitypolicyviolation', (event) => {
    window.hostComplain(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber);
  });
`;

/** Holds timers and the time of day until `passTime`. Frames and animations continue: Playwright's own clock would stop them, too. */
export const heldClock = `{
  let now = 0;
  let last = 0;
  const timers = new Map();
  const start = Date.now();
  Date.now = () => start + now;
  window.setTimeout = (action, ms = 0) => {
    timers.set(++last, { at: now + ms, action });
    return last;
  };
  window.clearTimeout = (id) => void timers.delete(id);
  window.passTime = (ms) => {
    const until = now + ms;
    for (;;) {
      const [next] = [...timers].filter(([, { at }]) => at <= until).sort(([, one], [, other]) => one.at - other.at);
      if (!next) break;
      const [id, { at, action }] = next;
      timers.delete(id);
      now = at;
      action();
    }
    now = until;
  };
}`;

/** The class that VS Code gives to the page of a user who wants less motion. */
export const reducedMotion = `
  document.addEventListener('DOMContentLoaded', () => document.body.classList.add('vscode-reduce-motion'));
`;
