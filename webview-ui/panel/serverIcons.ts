import type { Ask } from '../base/ask';

/** Cached icons. */
const iconLimit = 500;

/** The icons that servers give their resources, each requested once when a row that has it is drawn. */
export class ServerIcons {
  /** By theme and number; `undefined` until it arrives, and when there is no safe one. */
  readonly #sources = new Map<string, string | undefined>();

  constructor(
    private readonly ask: Ask,
    private readonly theme: () => 'light' | 'dark',
    private readonly onLoaded: () => void,
  ) {}

  /** A `data:` URI, or `undefined` if the row shows its codicon. */
  source(icon: number): string | undefined {
    const theme = this.theme();
    const key = `${theme} ${icon}`;
    if (!this.#sources.has(key)) void this.#load(key, icon, theme);
    return this.#sources.get(key);
  }

  async #load(key: string, icon: number, theme: 'light' | 'dark'): Promise<void> {
    this.#sources.set(key, undefined);
    for (const oldest of this.#sources.keys()) if (this.#sources.size > iconLimit) this.#sources.delete(oldest);
    try {
      const source = await this.ask('serverIcon', { icon, theme });
      if (!source?.startsWith('data:image/')) return;
      this.#sources.set(key, source);
      this.onLoaded();
    } catch {
      // The codicon stays.
    }
  }
}
