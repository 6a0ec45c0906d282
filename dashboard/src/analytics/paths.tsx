import type { AnalyticsPaths } from '@earshot/sdk';
import { analytics as texts } from '#texts/analytics';
import { ArrowRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useRead } from '../api.ts';
import { Select } from '../ui/field.tsx';
import { Empty, Loaded, Skeleton } from '../ui/state.tsx';
import { useDebouncedInput } from '../ui/debounce.ts';
import { useSearchParam } from '../ui/history/page-search.ts';
import { parseOneOf } from '../ui/search.ts';
import { SuggestField } from '../ui/suggest-field.tsx';
import { AnalyticsFrame, useReportQuery } from './analytics-frame.tsx';
import { AsOf } from './as-of.tsx';
import { withoutGoal } from './report-query.ts';

const DIRECTION_IDS = ['next', 'previous'] as const;
const DIRECTIONS = DIRECTION_IDS.map((id) => ({ id, label: texts.directions[id] }));
const KIND_IDS = ['exclude', 'include'] as const;
const KINDS = KIND_IDS.map((id) => ({ id, label: texts.pathKinds[id] }));
const STEPS = 4;
const MAX_ROWS = 30;
const MAX_SUGGESTIONS = 50;

/** Pages that visitors view after or before a page. */
export function Paths() {
  const { question, ask, report } = useReportQuery();
  const [direction, setDirection] = useSearchParam('direction', (value) => parseOneOf(DIRECTION_IDS, value), 'next');
  const [events, setEvents] = useSearchParam('events', (value) => parseOneOf(KIND_IDS, value), 'exclude');
  const [typed, setTyped] = useDebouncedInput(question.page ?? '', (page) => ask({ page: page || undefined }, 'typing'));
  // Suggestions load when the field is opened, so that the report loads first.
  const [isChoosing, setChoosing] = useState(false);
  const pages = useRead(
    'GET /v1/analytics/breakdown',
    { query: { ...report, by: 'page', limit: MAX_SUGGESTIONS } },
    { enabled: isChoosing || question.page === undefined },
  );
  const page = question.page ?? pages.data?.data[0]?.value;
  const paths = useRead(
    'GET /v1/analytics/paths',
    { query: { ...withoutGoal(report), page, direction, events, steps: STEPS, limit: MAX_ROWS } },
    { enabled: page !== undefined, keep: true },
  );
  return (
    <AnalyticsFrame>
      <p className="soft">{texts.pathsHint}</p>
      <div className="filters">
        <SuggestField
          label={texts.from_page}
          value={typed}
          onChange={setTyped}
          onFocus={() => setChoosing(true)}
          placeholder={page}
          suggestions={pages.data?.data.map(({ value }) => value) ?? []}
        />
        <Select label={texts.direction} options={DIRECTIONS} value={direction} onChange={setDirection} />
        <Select label={texts.pathSteps} options={KINDS} value={events} onChange={setEvents} />
      </div>
      {pages.data && page === undefined ? (
        <Empty title={texts.noPaths} />
      ) : (
        <Loaded query={paths} skeleton={<Skeleton lines={8} height="2rem" />}>
          {(found) => (found.paths.length ? <List found={found} direction={direction} /> : <Empty title={texts.noPaths} />)}
        </Loaded>
      )}
      <AsOf query={paths} />
    </AnalyticsFrame>
  );
}

const List = ({ found, direction }: { found: AnalyticsPaths; direction: 'next' | 'previous' }) => (
  <section className="panel" aria-label={texts.tabs.paths}>
    <h2>{texts.visits(found.visits)}</h2>
    <ul className="ranked">
      {found.paths.map(({ steps, visits }) => (
        <li key={JSON.stringify(steps)}>
          <span className="ranked-bar" style={{ width: `${(visits / found.visits) * 100}%` }} />
          <span className="path grow">
            {steps.length === 0 && <span className="soft">{direction === 'next' ? texts.end : texts.beginning}</span>}
            {steps.map(({ page, event }, index) => (
              // A visit may contain the same page twice.
              <Fragment key={index}>
                {index > 0 && <ArrowRight size={13} aria-hidden />}
                <span>{page ?? event}</span>
              </Fragment>
            ))}
          </span>
          <span className="number">{visits.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  </section>
);
