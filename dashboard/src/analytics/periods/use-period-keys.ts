import { analytics as texts } from '../texts/en/analytics.ts';
import { reports } from '../texts/en/reports.ts';
import { useNavigate } from '@tanstack/react-router';
import { useProject } from '../../projects/projects.ts';
import { type Shortcut, useShortcuts } from '../../shell/shortcuts.ts';
import type { ReportQuery } from '../report-query.ts';
import { shiftPeriod } from './shift.ts';

/** Keys of periods, as in Plausible. */
const PERIOD_KEYS = {
  d: 'today',
  e: 'yesterday',
  w: '7d',
  t: '30d',
  m: 'this_month',
  y: 'this_year',
  a: 'all',
} as const;

interface PeriodKeysParams {
  question: ReportQuery;
  onChange: (changes: ReportQuery) => void;
  /** Search parameters that a change of the page keeps. */
  kept: object;
  hasPeriod: boolean;
  hasComparison: boolean;
}

/** Registers the keys of periods, of the comparison and of the realtime page. */
export function usePeriodKeys({ question, onChange, kept, hasPeriod, hasComparison }: PeriodKeysParams): void {
  const navigate = useNavigate();
  const { slug, settings } = useProject();
  const move = (direction: -1 | 1) => () => {
    const timeZone = question.timezone ?? settings.analytics.timezone;
    // The Swedish format of dates is ISO 8601.
    const today = new Intl.DateTimeFormat('sv', { timeZone }).format(new Date());
    const next = shiftPeriod(question, direction, today);
    if (next) onChange({ ...next, interval: undefined });
  };
  const isCompared = question.compare_from !== undefined || question.compare !== 'none';
  const periods: Shortcut[] = Object.entries(PERIOD_KEYS).map(([keys, period]) => ({
    keys,
    label: texts.periods[period],
    run: () => onChange({ period, from: undefined, to: undefined, interval: undefined }),
  }));
  useShortcuts([
    {
      keys: 'r',
      label: texts.tabs.realtime,
      run: () => void navigate({ to: '/projects/$slug/analytics/realtime', params: { slug }, search: kept }),
    },
    ...(hasPeriod
      ? [
          ...periods,
          { keys: 'ArrowLeft', label: reports.previousPeriod, run: move(-1) },
          { keys: 'ArrowRight', label: reports.nextPeriod, run: move(1) },
        ]
      : []),
    ...(hasComparison
      ? [
          {
            keys: 'x',
            label: reports.toggleComparison,
            run: () => onChange({ compare: isCompared ? 'none' : undefined, compare_from: undefined, compare_to: undefined }),
          },
        ]
      : []),
  ]);
}
