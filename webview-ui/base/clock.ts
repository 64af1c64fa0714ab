/** Runs `action` once after `ms` milliseconds. The returned function calls it off. */
export function after(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
}
