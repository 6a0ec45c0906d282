import { useEffect, useRef, useState } from 'react';

/** Delay after the last input. */
const DEBOUNCE_MS = 200;

/** State of a search field. The latest `onChange` is called after a pause in typing. */
export function useDebouncedInput(value: string, onChange: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => latest.current(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
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
