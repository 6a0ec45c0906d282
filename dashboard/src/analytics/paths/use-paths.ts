import { FUNNEL_UNITS, MAX_PATH_STEPS } from '@earshot/contract/services/analytics/values';
import { paths as texts } from '../texts/en/paths.ts';
import { parseOneOf, withoutEmpty } from '../../ui/search.ts';
import { usePageSearch } from '../../ui/history/page-search.ts';
import { parseStrings } from '../report-query.ts';
import type { PathNode } from './layout.ts';

export const KINDS = ['page', 'event'] as const;
export const DIRECTIONS = ['next', 'previous'] as const;
export const EVENTS = ['exclude', 'include'] as const;
export type Direction = (typeof DIRECTIONS)[number];
const DEFAULT_STEPS = 3;

const read = (search: Record<string, unknown>) =>
  withoutEmpty({
    kind: parseOneOf(KINDS, search.kind),
    direction: parseOneOf(DIRECTIONS, search.direction),
    events: parseOneOf(EVENTS, search.events),
    by: parseOneOf(FUNNEL_UNITS, search.by),
    length: Number.isInteger(search.length) ? Math.max(1, Math.min(search.length as number, MAX_PATH_STEPS)) : undefined,
    through: parseStrings(search.through),
  });

export type PathSearch = ReturnType<typeof read>;

/** A step that all paths have, as the API expects it. */
export const formatThrough = ({ step, kind, page, event }: PathNode) => `${step}:${kind}:${page ?? event ?? ''}`;

export interface Through {
  text: string;
  step: number;
  kind: string;
  name: string;
}

function parseThrough(text: string): Through {
  const [, step, kind = '', name = ''] = /^(\d+):(\w+):(.*)$/s.exec(text) ?? [];
  return { text, step: Number(step ?? 0), kind, name };
}

/** Choices of the page, which the URL contains. */
export function usePaths() {
  const [choice, change] = usePageSearch(read);
  const { kind = 'page', direction = 'next', events = 'exclude', by = 'person', length = DEFAULT_STEPS, through = [] } = choice;
  const shown = through.map(parseThrough).toSorted((a, b) => a.step - b.step);
  const setThrough = (next: string[]) => {
    // The steps that follow the last chosen one are shown.
    const deepest = Math.max(0, ...next.map((text) => parseThrough(text).step));
    const needed = Math.min(MAX_PATH_STEPS, deepest + 1);
    change({ through: next.length ? next : undefined, ...(needed > length && { length: needed }) });
  };
  return {
    kind,
    direction,
    events,
    by,
    length,
    through: shown,
    change,
    /** Adds a node to the steps that all paths have, or removes it. Another node of the step is replaced. */
    toggle: (node: PathNode) => {
      const text = formatThrough(node);
      setThrough(
        through.includes(text)
          ? through.filter((one) => one !== text)
          : [...through.filter((one) => parseThrough(one).step !== node.step), text],
      );
    },
    remove: (text: string) => setThrough(through.filter((one) => one !== text)),
  };
}

/** Returns the name of a node for display. */
export const nameNode = ({ kind, page, event }: PathNode, direction: Direction): string =>
  kind === 'other' ? texts.other : kind === 'end' ? (direction === 'next' ? texts.left : texts.began) : (page ?? event ?? '');

export const isChoosable = ({ step, kind }: PathNode): boolean => step > 0 && (kind === 'page' || kind === 'event');
