import { useEffect, useState } from 'react';

/** Delay after the last input. */
const DEBOUNCE_MS = 200;

/** State of a search field. `onChange` is called after a pause in typing. */
export function useDebouncedInput(value: string, onChange: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
    // `onChange` is a new function on each render, with the same effect.
  }, [typed, value]);
  return [typed, setTyped];
}

/** Returns a value after it has been unchanged for a moment. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
