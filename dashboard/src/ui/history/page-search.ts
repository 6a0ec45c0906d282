import { useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { type Change, toHistoryStep, type TypedStep } from './step.ts';
import { parsePage, withoutEmpty } from '../search.ts';

type Search = Record<string, unknown>;

export type Changes<T> = { [Name in keyof T]?: T[Name] | undefined };

/**
 * Changes search parameters of the current URL. Undefined removes a parameter, the others remain. Changes that depend on parameters are a
 * function of the latest ones, which the page may not show yet.
 */
type ChangeSearch<T> = (changes: Changes<T> | ((latest: T) => Changes<T>), change?: Change) => void;

/**
 * State of a page that the URL contains, and a function that changes it. A change is a step of the browser's history, see `toHistoryStep`.
 * The function always changes the latest URL, and may be called after a delay.
 */
export function usePageSearch<T extends object>(read: (search: Search) => T): [T, ChangeSearch<T>] {
  const router = useRouter();
  const typed = useRef<TypedStep>(undefined);
  const state = read(useSearch({ strict: false }));
  const set: ChangeSearch<T> = (changes, change = 'click') => {
    const { href, search: before } = router.latestLocation;
    const changed = typeof changes === 'function' ? changes(read(before)) : changes;
    const search = withoutEmpty({ ...(before as Search), ...changed });
    const next = router.buildLocation({ to: '.', search } as never).href;
    const step = toHistoryStep(href, next, change, typed.current);
    if (step === 'none') return;
    if (step === 'back') return router.history.back();
    if (change === 'typing') typed.current = { from: step === 'push' ? href : (typed.current?.from ?? href), href: next };
    void router.navigate({ to: '.', search, replace: step === 'replace', resetScroll: change === 'page' } as never);
  };
  return [state, set];
}

/** Like `usePageSearch`, for a list with pages: another filter or order starts with the first page. */
export function useListSearch<T extends { page?: number | undefined }>(read: (search: Search) => T): [T, ChangeSearch<T>] {
  const [state, change] = usePageSearch(read);
  return [
    state,
    (changes, how) =>
      change((latest) => ({ page: undefined, ...(typeof changes === 'function' ? changes(latest) : changes) }), how),
  ];
}

/** One search parameter: like `useState` with the parameter as its storage. The URL does not contain the initial value. */
export function useSearchParam<T extends string | number>(
  name: string,
  read: (value: unknown) => T | undefined,
  initial: T,
): [T, (next: T) => void] {
  const [{ [name]: value = initial }, change] = usePageSearch((search): Record<string, T | undefined> => ({
    [name]: read(search[name]),
  }));
  return [value, (next) => change({ [name]: next === initial ? undefined : next })];
}

/** Page of a list, from 1. Lists on the same page have different names. */
export const usePageNumber = (name = 'page') => useSearchParam(name, parsePage, 1);
