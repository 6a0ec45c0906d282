import { useEffect, useRef, useState } from 'react';

/** Delay after the last input. */
const DEBOUNCE_MS = 200;

/**
 * State of a search field. The latest `onChange` is called after a pause in typing. Its value returns after a change of the URL, and keeps
 * letters that were typed meanwhile.
 */
export function useDebouncedInput(value: string, onChange: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  const reported = useRef(value);
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => {
      reported.current = typed.trim();
      latest.current(reported.current);
    }, DEBOUNCE_MS);
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
