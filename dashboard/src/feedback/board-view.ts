import { TYPES } from '@earshot/contract/services/feedback/values';
import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from './texts/en/feedback.ts';
import { parseOneOf } from '../ui/search.ts';
import type { Changes } from './changes.ts';
import type { StatusChoice } from './fields/statuses.ts';
import { BY_SCORE } from './scores/scores.ts';

export const ORDERS = ['top', 'manual'] as const;
export const GROUPINGS = ['none', 'type', 'tag'] as const;
export const DENSITIES = ['comfortable', 'compact'] as const;

/** Settings of the board. A user has the same ones in all projects. */
export interface BoardView {
  /** One of `ORDERS`, or a score by its name. */
  order: string;
  lanes: (typeof GROUPINGS)[number];
  density: (typeof DENSITIES)[number];
}

const KEY = 'earshot.board.view';
const DEFAULT_ORDER = 'top';
const DEFAULT_VIEW: BoardView = { order: DEFAULT_ORDER, lanes: 'none', density: 'comfortable' };

/** Reads a view of a URL. Skips invalid values. */
export function readView(search: Record<string, unknown>): Partial<BoardView> {
  const order =
    typeof search.order === 'string' && search.order.startsWith(BY_SCORE) ? search.order : parseOneOf(ORDERS, search.order);
  const lanes = parseOneOf(GROUPINGS, search.lanes);
  const density = parseOneOf(DENSITIES, search.density);
  return { ...(order && { order }), ...(lanes && { lanes }), ...(density && { density }) };
}

/** Returns the view that the user chose last in this browser. */
export const readSavedView = (): BoardView => ({ ...DEFAULT_VIEW, ...readView(parse(localStorage.getItem(KEY))) });

export const saveView = (view: BoardView) => localStorage.setItem(KEY, JSON.stringify(view));

function parse(json: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(json ?? '{}') as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

/** Returns the order of a list of feedback. A score that the project does not have, such as that of another project, is the default order. */
export function toListOrder(order: string, scores: string[]): { sort: (typeof ORDERS)[number] | 'score'; score?: string } {
  const score = scores.find((name) => order === BY_SCORE + name);
  return score === undefined ? { sort: parseOneOf(ORDERS, order) ?? DEFAULT_ORDER } : { sort: 'score', score };
}

/** A row of the board. */
export interface Lane {
  id: string;
  title: string;
  contains: (entry: Feedback) => boolean;
  /** Changes of an entry that is dropped into the lane. `from` is its previous lane. */
  changesOf: (entry: Feedback, from: string | undefined) => Changes;
}

const UNTAGGED = 'untagged';
const idOfTag = (tag: string) => `tag:${tag}`;

/** Returns the lanes of entries: types, or tags from the most frequent to the least, and entries without a tag. */
export function createLanes(lanes: BoardView['lanes'], entries: Feedback[]): Lane[] {
  if (lanes === 'none') return [];
  if (lanes === 'type')
    return TYPES.filter((type) => entries.some((entry) => entry.type === type)).map((type) => ({
      id: type,
      title: texts.types[type],
      contains: (entry) => entry.type === type,
      changesOf: (entry) => (entry.type === type ? {} : { type }),
    }));
  const counts = new Map<string, number>();
  for (const tag of entries.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const tags = [...counts].toSorted(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b)).map(([tag]) => tag);
  const byTag: Lane[] = [
    ...tags.map((tag): Lane => ({
      id: idOfTag(tag),
      title: tag,
      contains: (entry) => entry.tags.includes(tag),
      changesOf: (entry, from) => changeTags(entry, from, [tag]),
    })),
    {
      id: UNTAGGED,
      title: texts.untagged,
      contains: (entry) => entry.tags.length === 0,
      changesOf: (entry, from) => changeTags(entry, from, []),
    },
  ];
  return byTag.filter(({ contains }) => entries.some(contains));
}

/** Replaces the tag of the previous lane. */
function changeTags({ tags }: Feedback, from: string | undefined, added: string[]): Changes {
  const next = [...tags.filter((tag) => idOfTag(tag) !== from && !added.includes(tag)), ...added];
  const isSame = next.length === tags.length && next.every((tag) => tags.includes(tag));
  return isSame ? {} : { tags: next };
}

/** Returns the changes of an entry that is dropped into a column and a lane. */
export const changesOfDrop = (
  entry: Feedback,
  { column, lane, from }: { column: StatusChoice; lane: Lane | undefined; from: string | undefined },
): Changes => ({
  ...((entry.status !== column.status || entry.custom_status !== column.custom_status) && {
    status: column.status,
    custom_status: column.custom_status,
  }),
  ...(lane && lane.id !== from && lane.changesOf(entry, from)),
});
