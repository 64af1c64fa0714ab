/** The page's access to its host. The only file that uses the VS Code API of webviews. */
export interface PanelHost {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The value that {@link save} stored before the page was reloaded; anything at all, so check it. */
  load(): unknown;
  save(state: unknown): void;
}

/** VS Code provides its API once per page: call this once. */
export function vscodeHost(): PanelHost {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    onMessage: (listener) => window.addEventListener('message', (event) => listener(event.data)),
    load: () => api.getState(),
    save: (state) => void api.setState(state),
  };
}
