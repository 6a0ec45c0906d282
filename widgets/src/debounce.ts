/** Returns a function that runs `act` once no call was made for `ms` milliseconds. */
export function debounce<Args extends unknown[]>(ms: number, act: (...args: Args) => void): (...args: Args) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms, ...args);
  };
}
