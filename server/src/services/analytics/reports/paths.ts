import type { PATH_NODES, PRECISIONS } from '@earshot/contract/services/analytics/values';
import { invalidField } from '../../../platform/api/errors.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import { samplePeople, scaleCount } from '../query/sampling.ts';
import {
  END_LABEL,
  EVENT_MARK,
  OTHER_LABEL,
  PAGE_MARK,
  type PathsParams,
  selectTopPaths,
  selectTransitions,
} from './sql/visit-paths.ts';

interface PathsOptions extends PathsParams {
  /** Maximum number of paths. */
  limit: number;
  /** Maximum number of named nodes per step of the diagram. Undefined: no diagram. */
  nodes: number | undefined;
  precision: (typeof PRECISIONS)[number];
}

/** Returns the most frequent paths after or before a page or an event, and a diagram of all paths. Repeated views of a page count as one step. */
export async function computePaths({ db, clickhouse }: ReportDeps, everybody: ReportQuery, options: PathsOptions) {
  const { limit, nodes, precision: requested, ...params } = options;
  const { query, precision } = await samplePeople(db, everybody, { precision: requested, spans: [everybody] });
  const [rows, transitions] = await Promise.all([
    clickhouse.query<{ path: string[]; visits: number; total: number }>(selectTopPaths(query, params, limit)),
    nodes === undefined ? undefined : clickhouse.query<Transition>(selectTransitions(query, params, nodes)),
  ]);
  const visits = scaleCount(query, rows[0]?.total ?? 0);
  const moves = transitions?.map((one) => ({ ...one, count: scaleCount(query, one.count) }));
  return {
    from: timestamp(query.from),
    to: timestamp(query.to),
    timezone: query.timezone,
    visits,
    paths: rows.map((row) => ({ steps: row.path.map(toStep), visits: scaleCount(query, row.visits) })),
    diagram: moves ? buildDiagram({ ...toStep(toLabel(params.from)), count: visits }, moves) : null,
    precision,
  };
}

/** Number of visits or people that go from one label to another at a step. */
interface Transition {
  step: number;
  source_name: string;
  target_name: string;
  count: number;
}

interface Node {
  step: number;
  kind: (typeof PATH_NODES)[number];
  page: string | null;
  event: string | null;
  count: number;
}

/** Returns nodes by step, the most frequent first, then `other` and `end`, and the links between their indexes. */
function buildDiagram(start: { page: string | null; event: string | null; count: number }, transitions: Transition[]) {
  const ends = new Map<string, { step: number; label: string; count: number }>();
  for (const { step, target_name: label, count } of transitions) {
    const key = `${step}${label}`;
    ends.set(key, { step, label, count: count + (ends.get(key)?.count ?? 0) });
  }
  const order = (label: string) => [OTHER_LABEL, END_LABEL].indexOf(label);
  const sorted = [...ends.values()].toSorted(
    (a, b) => a.step - b.step || order(a.label) - order(b.label) || b.count - a.count || (a.label < b.label ? -1 : 1),
  );
  const indexes = new Map(sorted.map(({ step, label }, index) => [`${step}${label}`, index + 1]));
  const nodes: Node[] = sorted.map(({ step, label, count }) => ({
    step,
    kind: KINDS[label[0] ?? ''] ?? 'other',
    ...toStep(label),
    count,
  }));
  return {
    nodes: [{ step: 0, kind: start.page === null ? ('event' as const) : ('page' as const), ...start }, ...nodes],
    links: transitions.map(({ step, source_name: source, target_name: target, count }) => ({
      source: indexes.get(`${step - 1}${source}`) ?? 0,
      target: indexes.get(`${step}${target}`) ?? 0,
      count,
    })),
  };
}

const KINDS: Record<string, Node['kind']> = {
  [PAGE_MARK]: 'page',
  [EVENT_MARK]: 'event',
  [OTHER_LABEL]: 'other',
  [END_LABEL]: 'end',
};

const toStep = (label: string) => ({
  page: label.startsWith(PAGE_MARK) ? label.slice(1) : null,
  event: label.startsWith(EVENT_MARK) ? label.slice(1) : null,
});

const toLabel = ({ page, event }: { page?: string | null; event?: string | null }) =>
  page ? PAGE_MARK + page : EVENT_MARK + (event ?? '');

const STEP = /^([1-9]):(page|event):(.+)$/s;

/** Parses steps through which paths go, such as `1:page:/pricing`. @throws {HttpError} 400 */
export function parseThrough(texts: string | string[] | undefined, steps: number): PathsParams['through'] {
  return (texts === undefined ? [] : [texts].flat()).map((text) => {
    const [, number, kind, name] = STEP.exec(text) ?? [];
    if (!number || !name)
      throw invalidField('through', 'format', 'through must have the form number:page:path or number:event:name');
    if (Number(number) > steps) throw invalidField('through', 'too_large', `through must name one of the ${steps} steps`);
    return { step: Number(number), label: (kind === 'page' ? PAGE_MARK : EVENT_MARK) + name };
  });
}
