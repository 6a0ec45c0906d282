import { type ListState, ME, type Status } from '../filters.ts';

/** Statuses of entries that need no more work. */
const FINAL: Status[] = ['done', 'declined'];

/** Views of every project, in the order of their tabs. The list without a view shows all entries. */
const BUILT_IN = {
  all: {},
  triage: { status: 'new' },
  mine: { assignee: ME, status_not: FINAL },
  top: { status_not: FINAL, sort: 'top' },
  unanswered: { answered: false, status_not: FINAL },
} satisfies Record<string, ListState>;

export type BuiltInView = keyof typeof BUILT_IN;

export const BUILT_IN_VIEWS = (Object.keys(BUILT_IN) as BuiltInView[]).map((name): { name: BuiltInView; state: ListState } => ({
  name,
  state: name === 'all' ? BUILT_IN.all : { ...BUILT_IN[name], view: name },
}));
