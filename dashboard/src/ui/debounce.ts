import { useEffect, useState } from 'react';

/** After the last letter. */
const PAUSE_MS = 200;

/** What stands in a search field. `onChange` hears of it once the typing pauses. */
export function useTyped(value: string, onChange: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
    // `onChange` is another function each time, and means the same.
  }, [typed, value]);
  return [typed, setTyped];
}

/** A value once it has stood still for a moment: what is typed, before it is asked for. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
