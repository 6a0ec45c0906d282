/** The last call within `ms` of the one before is made. */
export function debounce<Args extends unknown[]>(ms: number, act: (...args: Args) => void): (...args: Args) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms, ...args);
  };
}
