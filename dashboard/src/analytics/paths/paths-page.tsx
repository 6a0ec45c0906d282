import { common } from '#texts/common';
import { FUNNEL_UNITS, MAX_PATH_STEPS } from '@earshot/contract/services/analytics/values';
import type { AnalyticsPaths } from '@earshot/sdk';
import { analytics } from '../texts/en/analytics.ts';
import { paths as texts } from '../texts/en/paths.ts';
import { ArrowRight, X } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useRead } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { useDebouncedInput } from '../../ui/debounce.ts';
import { Select } from '../../ui/field.tsx';
import { Empty, Loaded, Skeleton } from '../../ui/state.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { AnalyticsFrame, useReportQuery } from '../analytics-frame.tsx';
import { AsOf } from '../as-of.tsx';
import { formatFigure, formatShare } from '../format.ts';
import { useIsNarrow } from '../../ui/media.ts';
import { withoutGoal } from '../report-query.ts';
import { PathDiagram } from './diagram.tsx';
import { StepList } from './step-list.tsx';
import { PathTable } from './table.tsx';
import type { Changes } from '../../ui/history/page-search.ts';
import { type Direction, DIRECTIONS, EVENTS, KINDS, type PathSearch, usePaths } from './use-paths.ts';

const toOptions = <T extends string>(ids: readonly T[], labels: Record<T, string>) =>
  ids.map((id) => ({ id, label: labels[id] }));
const LENGTHS = Array.from({ length: MAX_PATH_STEPS }, (_, index) => ({
  id: String(index + 1),
  label: texts.depths(index + 1),
}));
const MAX_NODES = 6;
const MAX_PATHS = 10;
const MAX_SUGGESTIONS = 50;

/** Pages and events that people reach after or before a page or an event, as a diagram and as lists. */
export function PathsPage() {
  const { question, ask, report } = useReportQuery();
  const paths = usePaths();
  const { kind, direction, events, by, length, through, change } = paths;
  const isNarrow = useIsNarrow();
  const own = kind === 'page' ? question.page : question.event;
  const setStart = (value: string) => ask({ [kind]: value || undefined, through: undefined } as object, 'typing');
  const [typed, setTyped] = useDebouncedInput(own ?? '', setStart);
  // Suggestions load when the field is opened, so that the report loads first.
  const [isChoosing, setChoosing] = useState(false);
  const frequent = useRead(
    'GET /v1/analytics/breakdown',
    { query: { ...report, by: kind, limit: MAX_SUGGESTIONS } },
    { enabled: isChoosing || own === undefined },
  );
  const suggestions = frequent.data?.data.map(({ value }) => value) ?? [];
  const start = own ?? suggestions[0];
  const found = useRead(
    'GET /v1/analytics/paths',
    {
      query: {
        ...withoutGoal(report),
        [kind]: start,
        direction,
        events,
        by,
        steps: length,
        through: through.length ? through.map(({ text }) => text) : undefined,
        limit: MAX_PATHS,
        nodes: MAX_NODES,
      },
    },
    { enabled: start !== undefined, keep: true },
  );
  const restart = (changes: Changes<PathSearch>) => change({ through: undefined, ...changes });
  return (
    <AnalyticsFrame>
      <div className="path-choices">
        <Select
          label={direction === 'next' ? texts.start : texts.end}
          options={toOptions(KINDS, texts.kinds)}
          value={kind}
          onChange={(next) => restart({ kind: next === 'page' ? undefined : next })}
        />
        <SuggestField
          key={kind}
          label={texts.kinds[kind]}
          value={typed}
          onChange={setTyped}
          onFocus={() => setChoosing(true)}
          placeholder={start}
          suggestions={suggestions}
        />
        <Select
          label={texts.direction}
          options={toOptions(DIRECTIONS, texts.directions)}
          value={direction}
          onChange={(next) => restart({ direction: next === 'next' ? undefined : next })}
        />
        <Select
          label={texts.shown}
          options={toOptions(EVENTS, texts.events)}
          value={events}
          onChange={(next) => restart({ events: next === 'exclude' ? undefined : next })}
        />
        <Select
          label={texts.by}
          options={toOptions(FUNNEL_UNITS, texts.bys)}
          value={by}
          onChange={(next) => change({ by: next === 'person' ? undefined : next })}
        />
        {!isNarrow && (
          <Select
            label={texts.depth}
            options={LENGTHS}
            value={String(length)}
            onChange={(next) =>
              change({
                length: Number(next),
                through: through.filter(({ step }) => step <= Number(next)).map(({ text }) => text),
              })
            }
          />
        )}
      </div>
      {frequent.data && start === undefined ? (
        <Empty title={texts.none} />
      ) : (
        <Loaded query={found} skeleton={<Skeleton lines={8} height="2.5rem" />}>
          {(answer) => <Paths found={answer} paths={paths} isStale={found.isPlaceholderData} isNarrow={isNarrow} />}
        </Loaded>
      )}
      <AsOf query={found} />
    </AnalyticsFrame>
  );
}

interface PathsProps {
  found: AnalyticsPaths;
  paths: ReturnType<typeof usePaths>;
  /** Whether the figures are those of the question before. */
  isStale: boolean;
  isNarrow: boolean;
}

function Paths({ found: { visits, diagram, paths: top }, paths, isStale, isNarrow }: PathsProps) {
  const { direction, by, through, toggle, remove } = paths;
  if (!visits || !diagram)
    return (
      <>
        <ThroughChips {...paths} />
        <Empty title={through.length ? texts.noneThrough : texts.none} />
      </>
    );
  return (
    <>
      <section className="panel" aria-label={analytics.tabs.paths} aria-busy={isStale}>
        <h2>{texts[by === 'person' ? 'people' : 'visits'](visits)}</h2>
        {through.length ? <ThroughChips {...paths} /> : <p className="soft">{texts.hint}</p>}
        {isNarrow ? (
          <StepList diagram={diagram} direction={direction} through={through} onToggle={toggle} onBack={remove} />
        ) : (
          <PathDiagram diagram={diagram} direction={direction} through={through} onToggle={toggle} />
        )}
        <PathTable diagram={diagram} direction={direction} unit={texts.bys[by]} />
      </section>
      <section className="panel" aria-busy={isStale}>
        <h2 id="frequent-paths">{texts.mostFrequent}</h2>
        <ul className="ranked" aria-labelledby="frequent-paths">
          {top.map((path) => (
            <li key={JSON.stringify(path.steps)}>
              <span className="ranked-bar" style={{ width: `${(path.visits / visits) * 100}%` }} />
              <Steps steps={path.steps} direction={direction} />
              <span className="number">{formatFigure('visitors', path.visits)}</span>
              <span className="number soft path-share">{formatShare(path.visits / visits)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Pages and events of a path in the order of time. */
function Steps({ steps, direction }: { steps: AnalyticsPaths['paths'][number]['steps']; direction: Direction }) {
  if (!steps.length) return <span className="path grow soft">{direction === 'next' ? texts.left : texts.began}</span>;
  return (
    <span className="path grow">
      {(direction === 'next' ? steps : steps.toReversed()).map(({ page, event }, index) => (
        // A path may contain the same page twice.
        <Fragment key={index}>
          {index > 0 && <ArrowRight size={13} aria-hidden />}
          <span dir="auto">{page ?? event}</span>
        </Fragment>
      ))}
    </span>
  );
}

/** Steps that all paths have, which can be removed, and a new start from the last one. */
function ThroughChips({ through, direction, remove, change }: ReturnType<typeof usePaths>) {
  const last = through.at(-1);
  return (
    <div className="path-through" role="group" aria-label={texts.through}>
      <span className="soft">{texts.through}</span>
      {through.map(({ text, step, name }) => (
        <span key={text} className="tag removable condition">
          <span>{texts.step(step, direction) + common.colon + name}</span>
          <AriaButton className="tag-remove" aria-label={texts.noLonger(name)} onPress={() => remove(text)}>
            <X size={13} aria-hidden />
          </AriaButton>
        </span>
      ))}
      {last && (
        <Button
          look="plain"
          onPress={() =>
            change({ through: undefined, kind: last.kind === 'event' ? 'event' : undefined, [last.kind]: last.name } as object)
          }
        >
          {direction === 'next' ? texts.startHere(last.name) : texts.endHere(last.name)}
        </Button>
      )}
    </div>
  );
}
