import { FUNNEL_ORDERS, FUNNEL_UNITS } from '@earshot/contract/services/analytics/values';
import type { AnalyticsSavedFunnel } from '@earshot/sdk';
import { useRead } from '../../api.ts';
import type { Change } from '../../ui/history/step.ts';
import { usePageSearch } from '../../ui/history/page-search.ts';
import { parseOneOf, parseText, withoutEmpty } from '../../ui/search.ts';
import { parseStrings } from '../report-query.ts';

export interface Step {
  kind: 'page' | 'event';
  value: string;
  /** Filters that the event must meet. */
  filters: string[];
}

/** A funnel as it is edited. Steps can be empty. */
export interface Draft {
  steps: Step[];
  order: (typeof FUNNEL_ORDERS)[number];
  by: (typeof FUNNEL_UNITS)[number];
  window: number;
}

/** Changes a draft. Steps are changed from the latest ones: texts of two fields are in the URL one after the other, each after a pause. */
export type ChangeDraft = (next: Partial<Draft> | ((latest: Draft) => Partial<Draft>), how?: Change) => void;

const DAY_SECONDS = 86_400;
const NEW: Draft = {
  steps: [
    { kind: 'page', value: '', filters: [] },
    { kind: 'event', value: '', filters: [] },
  ],
  order: 'loose',
  by: 'person',
  window: 7 * DAY_SECONDS,
};

/** The saved funnel, and what differs from it or from a new funnel. The URL contains it. */
interface FunnelSearch {
  funnel?: string;
  /** `page:/pricing`, `event:signed_up`, or with filters `["event:bought","property:plan:is:pro"]` */
  steps?: string[];
  order?: Draft['order'];
  by?: Draft['by'];
  window?: number;
}

const parseWindow = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined);

const readFunnelSearch = (search: Record<string, unknown>): FunnelSearch =>
  withoutEmpty({
    funnel: parseText(search.funnel),
    steps: parseStrings(search.steps),
    order: parseOneOf(FUNNEL_ORDERS, search.order),
    by: parseOneOf(FUNNEL_UNITS, search.by),
    window: parseWindow(search.window),
  });

export const WITHOUT_CHANGES = { steps: undefined, order: undefined, by: undefined, window: undefined };

function formatStep({ kind, value, filters }: Step): string {
  const step = `${kind}:${value}`;
  return filters.length ? JSON.stringify([step, ...filters]) : step;
}

/** Returns the step and its filters in a list of texts, or undefined for a step without filters. */
function parseList(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    return parseStrings(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function parseStep(text: string): Step {
  const [step = '', ...filters] = parseList(text) ?? [text];
  const [, kind = 'page', value = ''] = /^(page|event):(.*)$/s.exec(step) ?? [];
  return { kind: kind === 'event' ? 'event' : 'page', value, filters };
}

/** Returns a saved funnel as a draft. */
const toDraft = ({ steps, order, by, window_seconds: window }: AnalyticsSavedFunnel): Draft => ({
  steps: steps.map(({ event, page, filters }) =>
    event === null ? { kind: 'page', value: page ?? '', filters } : { kind: 'event', value: event, filters },
  ),
  order,
  by,
  window,
});

/** Returns the funnel of a draft for requests, without empty steps. */
export const toDefinition = ({ steps, order, by, window }: Draft) => ({
  steps: steps.filter(({ value }) => value !== '').map(({ kind, value, filters }) => ({ [kind]: value, filters })),
  order,
  by,
  window_seconds: window,
});

/** Returns the funnel of the page, the saved funnels, and functions that change what the URL contains. */
export function useFunnel() {
  const [search, ask] = usePageSearch(readFunnelSearch);
  const id = search.funnel;
  const list = useRead('GET /v1/analytics/funnels');
  const saved = list.data?.data.find((one) => one.id === id);
  const base = saved ? toDraft(saved) : NEW;
  const readDraft = ({ steps, order = base.order, by = base.by, window = base.window }: FunnelSearch): Draft => ({
    steps: steps?.map(parseStep) ?? base.steps,
    order,
    by,
    window,
  });
  const draft = readDraft(search);
  const baseSteps = base.steps.map(formatStep);
  const isChanged = JSON.stringify(toDefinition(draft)) !== JSON.stringify(toDefinition(base));
  const change: ChangeDraft = (toNext, how) =>
    ask((latest) => {
      const next = typeof toNext === 'function' ? toNext(readDraft(latest)) : toNext;
      const texts = next.steps?.map(formatStep);
      return {
        ...(texts && { steps: texts.join('\n') === baseSteps.join('\n') ? undefined : texts }),
        ...(next.order && { order: next.order === base.order ? undefined : next.order }),
        ...(next.by && { by: next.by === base.by ? undefined : next.by }),
        ...(next.window && { window: next.window === base.window ? undefined : next.window }),
      };
    }, how);
  return {
    list,
    saved,
    draft,
    isChanged,
    /** The link names a funnel that is not known yet. */
    isOpening: id !== undefined && list.isLoading,
    change,
    /** Opens a saved funnel, or a new one. */
    open: (next: string | undefined) => ask({ funnel: next, ...WITHOUT_CHANGES }),
    discard: () => ask(WITHOUT_CHANGES),
  };
}
