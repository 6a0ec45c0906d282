import { FUNNEL_ORDERS, FUNNEL_UNITS, MAX_FUNNEL_STEPS, PRECISIONS } from '@earshot/contract/services/analytics/values';
import type { Query } from '@earshot/sdk';
import { analytics } from '../texts/en/analytics.ts';
import { funnels as texts } from '../texts/en/funnels.ts';
import { ListFilter, Plus, X } from 'lucide-react';
import { useRead } from '../../api.ts';
import { parseOneOf, parseText } from '../../ui/search.ts';
import { useSearchParam } from '../../ui/history/page-search.ts';
import { useDebouncedInput } from '../../ui/debounce.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import type { Change } from '../../ui/history/step.ts';
import { Empty, Loaded, Skeleton } from '../../ui/state.tsx';
import { AnalyticsFrame, useReportQuery } from '../analytics-frame.tsx';
import { AsOf } from '../as-of.tsx';
import { describeCondition, STEP_DIMENSIONS, toConditions, toFilters } from '../filters/conditions.ts';
import { EditorTrigger } from '../filters/editor-trigger.tsx';
import { toComparison, withoutGoal } from '../report-query.ts';
import { DimensionSelect } from '../breakdown/dimension-select.tsx';
import { Precision } from './precision.tsx';
import { Result } from './result.tsx';
import { FunnelHead, FunnelList } from './saved-funnels.tsx';
import { ValuesTable } from './values-table.tsx';
import { type ChangeDraft, type Step, toDefinition, useFunnel } from './use-funnel.ts';

const KINDS = (['page', 'event'] as const).map((id) => ({ id, label: texts.kinds[id] }));
const ORDERS = FUNNEL_ORDERS.map((id) => ({ id, label: texts.orders[id] }));
const BYS = FUNNEL_UNITS.map((id) => ({ id, label: texts.bys[id] }));
const HOUR_SECONDS = 3_600;
const WINDOWS = [1, 24, 7 * 24, 14 * 24, 30 * 24, 90 * 24].map((hours) => hours * HOUR_SECONDS);
const MAX_SUGGESTIONS = 50;

/** Conversion rate and drop-off of each step of a saved funnel or a new one. */
export function FunnelPage() {
  const { question, report } = useReportQuery();
  const funnel = useFunnel();
  const { list, saved, draft, isOpening, change } = funnel;
  const definition = toDefinition(draft);
  const [compareBy, setCompareBy] = useSearchParam('compare_by', parseText, '');
  const [precision, setPrecision] = useSearchParam('precision', (value) => parseOneOf(PRECISIONS, value), 'exact');
  const hasSteps = definition.steps.length > 0 && !isOpening;
  const result = useRead(
    'POST /v1/analytics/funnel',
    {
      query: { ...withoutGoal(report), ...toComparison(question), precision },
      body: { ...definition, include_revenue: true, ...(compareBy && { breakdown_by: compareBy }) },
    },
    { enabled: hasSteps, keep: true },
  );
  // The list of saved funnels is above the page.
  if (list.isLoading)
    return (
      <AnalyticsFrame hasComparison>
        <Skeleton lines={6} height="2.5rem" />
      </AnalyticsFrame>
    );
  return (
    <AnalyticsFrame hasComparison>
      <FunnelList funnels={list.data?.data ?? []} saved={saved} />
      <p className="soft">{texts.hint}</p>
      <div className="panels">
        <section className="panel" aria-label={texts.steps}>
          <FunnelHead {...funnel} />
          <Steps steps={draft.steps} change={change} report={report} />
          <div className="funnel-options">
            <Select label={texts.order} options={ORDERS} value={draft.order} onChange={(order) => change({ order })} />
            <Select label={texts.by} options={BYS} value={draft.by} onChange={(by) => change({ by })} />
            <WindowSelect value={draft.window} onChange={(window) => change({ window })} />
          </div>
        </section>
        <section className="panel" aria-label={analytics.tabs.funnel}>
          {hasSteps ? (
            <Loaded query={result} skeleton={<Skeleton lines={4} height="3rem" />}>
              {(found) => <Result funnel={found} />}
            </Loaded>
          ) : (
            <Empty title={texts.tooFewSteps} />
          )}
          {hasSteps && <Precision funnel={result.data} onChange={setPrecision} />}
          <AsOf query={result} />
        </section>
      </div>
      {hasSteps && result.data && (
        <section className="panel funnel-values" aria-label={texts.compareBy}>
          <DimensionSelect label={texts.compareBy} report={report} value={compareBy} onChange={setCompareBy} />
          {compareBy && result.data.breakdown && (
            <ValuesTable by={compareBy} funnel={result.data} isBusy={result.isPlaceholderData} />
          )}
        </section>
      )}
    </AnalyticsFrame>
  );
}

interface StepsProps {
  steps: Step[];
  change: ChangeDraft;
  report: Query<'GET /v1/analytics/overview'>;
}

function Steps({ steps, change, report }: StepsProps) {
  const suggestions = useSuggestions(report);
  const changeStep = (index: number, changes: Partial<Step>, how?: Change) =>
    change(
      ({ steps: latest }) => ({ steps: latest.map((step, position) => (position === index ? { ...step, ...changes } : step)) }),
      how,
    );
  return (
    <>
      <ol className="funnel-steps">
        {steps.map((step, index) => (
          // Steps have no id other than their position.
          <li key={index}>
            <Select
              label={texts.stepKind(index + 1)}
              isLabelHidden
              options={KINDS}
              value={step.kind}
              onChange={(kind) => changeStep(index, { kind, value: '' })}
            />
            <StepField
              step={step}
              index={index}
              suggestions={suggestions[step.kind]}
              onChange={(value) => changeStep(index, { value }, 'typing')}
            />
            <StepFilters
              number={index + 1}
              filters={step.filters}
              report={report}
              onChange={(filters) => changeStep(index, { filters })}
            />
            <IconButton
              label={texts.removeStep(index + 1)}
              isDisabled={steps.length <= 1}
              onPress={() => change(({ steps: latest }) => ({ steps: latest.toSpliced(index, 1) }))}
            >
              <X size={15} />
            </IconButton>
          </li>
        ))}
      </ol>
      <div className="actions">
        <Button
          icon={<Plus size={15} />}
          isDisabled={steps.length >= MAX_FUNNEL_STEPS}
          onPress={() => change(({ steps: latest }) => ({ steps: [...latest, { kind: 'page', value: '', filters: [] }] }))}
        >
          {texts.addStep}
        </Button>
      </div>
    </>
  );
}

interface StepFiltersProps {
  /** Position of the step, from 1. */
  number: number;
  filters: string[];
  report: StepsProps['report'];
  onChange: (filters: string[]) => void;
}

/** Button that edits the conditions of a step, and the conditions in words. */
function StepFilters({ number, filters, report, onChange }: StepFiltersProps) {
  const conditions = toConditions(filters);
  return (
    <>
      <EditorTrigger
        report={report}
        conditions={conditions}
        dimensions={STEP_DIMENSIONS}
        onApply={(next) => onChange(toFilters(next))}
      >
        <IconButton label={texts.stepConditions(number)}>
          <ListFilter size={15} />
        </IconButton>
      </EditorTrigger>
      {conditions.length > 0 && (
        <p className="step-filters soft" dir="auto">
          {conditions.map(describeCondition).join(' · ')}
        </p>
      )}
    </>
  );
}

/** Maximum time from the first to the last step. The API may have saved another one. */
function WindowSelect({ value, onChange }: { value: number; onChange: (window: number) => void }) {
  const windows = [...new Set([...WINDOWS, value])].toSorted((a, b) => a - b);
  return (
    <Select
      label={texts.window}
      options={windows.map((seconds) => ({ id: String(seconds), label: texts.windowOf(seconds) }))}
      value={String(value)}
      onChange={(seconds) => onChange(Number(seconds))}
    />
  );
}

interface StepFieldProps {
  step: Step;
  index: number;
  suggestions: string[];
  onChange: (value: string) => void;
}

/** Field with the page or event of a step. The URL follows after a pause in typing. */
function StepField({ step, index, suggestions, onChange }: StepFieldProps) {
  const [typed, setTyped] = useDebouncedInput(step.value, onChange);
  return (
    <SuggestField
      label={texts.step(index + 1)}
      isLabelHidden
      value={typed}
      suggestions={suggestions}
      placeholder={texts.stepExamples[step.kind]}
      onChange={setTyped}
    />
  );
}

/** Returns the most frequent pages and events of the period. */
function useSuggestions(report: Query<'GET /v1/analytics/overview'>): Record<Step['kind'], string[]> {
  const pages = useRead('GET /v1/analytics/breakdown', { query: { ...report, by: 'page', limit: MAX_SUGGESTIONS } });
  const events = useRead('GET /v1/analytics/breakdown', { query: { ...report, by: 'event', limit: MAX_SUGGESTIONS } });
  const [page, event] = [pages, events].map(({ data }) => data?.data.map(({ value }) => value) ?? []);
  return { page: page ?? [], event: event ?? [] };
}
