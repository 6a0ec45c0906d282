/** Returns a stored text, or null when there is none or the browser forbids storage. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text in the browser. Does nothing when the browser forbids storage. */
export function store(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Storage is forbidden.
  }
}
