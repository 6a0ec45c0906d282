import { TYPES } from '@earshot/contract/services/feedback/values';
import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '#texts/feedback';
import type { Changes } from './changes.ts';
import { type Status } from './filters.ts';

export const ORDERS = ['top', 'manual'] as const;
export const GROUPINGS = ['none', 'type', 'tag'] as const;
export const DENSITIES = ['comfortable', 'compact'] as const;

/** Settings of the board. A user has the same ones in all projects. */
export interface BoardView {
  order: (typeof ORDERS)[number];
  lanes: (typeof GROUPINGS)[number];
  density: (typeof DENSITIES)[number];
}

const KEY = 'earshot.board.view';
const DEFAULT_VIEW: BoardView = { order: 'top', lanes: 'none', density: 'comfortable' };

/** Reads the view that the user chose last in this browser. Skips invalid values. */
export function readView(): BoardView {
  const saved = parse(localStorage.getItem(KEY));
  const readValue = <K extends keyof BoardView>(name: K, values: readonly BoardView[K][]) =>
    values.find((value) => value === saved[name]) ?? DEFAULT_VIEW[name];
  return { order: readValue('order', ORDERS), lanes: readValue('lanes', GROUPINGS), density: readValue('density', DENSITIES) };
}

export const saveView = (view: BoardView) => localStorage.setItem(KEY, JSON.stringify(view));

function parse(json: string | null): Partial<BoardView> {
  try {
    return (JSON.parse(json ?? '{}') as Partial<BoardView> | null) ?? {};
  } catch {
    return {};
  }
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
  { status, lane, from }: { status: Status; lane: Lane | undefined; from: string | undefined },
): Changes => ({
  ...(entry.status !== status && { status }),
  ...(lane && lane.id !== from && lane.changesOf(entry, from)),
});
