import { FUNNEL_ORDERS } from '@earshot/contract/services/analytics/values';
import type { AnalyticsFunnel, Query } from '@earshot/sdk';
import { analytics as texts } from '#texts/analytics';
import { Plus, X } from 'lucide-react';
import { useRead } from '../api.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Empty, Loaded, Skeleton } from '../ui/state.tsx';
import { useDebouncedInput } from '../ui/debounce.ts';
import { useSearchParam } from '../ui/history/page-search.ts';
import type { Change } from '../ui/history/step.ts';
import { parseOneOf } from '../ui/search.ts';
import { AnalyticsFrame, useReportQuery } from './analytics-frame.tsx';
import { AsOf } from './as-of.tsx';
import { formatFigure } from './format.ts';
import { StepRevenue } from './panels/step-revenue.tsx';
import { withoutGoal } from './report-query.ts';

type Kind = 'page' | 'event';
interface Step {
  kind: Kind;
  value: string;
}

const KINDS = (['page', 'event'] as const).map((id) => ({ id, label: texts.kinds[id] }));
const ORDERS = FUNNEL_ORDERS.map((id) => ({ id, label: texts.orders[id] }));
const BY_IDS = ['person', 'visit'] as const;
const BYS = BY_IDS.map((id) => ({ id, label: texts.bys[id] }));
const EMPTY_STEPS = ['page:', 'page:'];
const MAX_STEPS = 8;
const MAX_SUGGESTIONS = 50;

/** `page:/pricing` */
function parseStep(text: string): Step {
  const [, kind = 'page', value = ''] = /^(page|event):(.*)$/s.exec(text) ?? [];
  return { kind: kind === 'event' ? 'event' : 'page', value };
}
const formatStep = ({ kind, value }: Step) => `${kind}:${value}`;

/** Conversion rate and drop-off of each step. The URL contains the steps. */
export function Funnel() {
  const { question, ask, report } = useReportQuery();
  const steps = (question.steps ?? EMPTY_STEPS).map(parseStep);
  const setSteps = (next: Step[], change?: Change) => ask({ steps: next.map(formatStep) }, change);
  const [order, setOrder] = useSearchParam('order', (value) => parseOneOf(FUNNEL_ORDERS, value), 'loose');
  const [by, setBy] = useSearchParam('by', (value) => parseOneOf(BY_IDS, value), 'person');
  const asked = steps.filter(({ value }) => value !== '');
  const body = { steps: asked.map(({ kind, value }) => ({ [kind]: value })), order, by, include_revenue: true };
  const funnel = useRead(
    'POST /v1/analytics/funnel',
    { query: withoutGoal(report), body },
    { enabled: asked.length > 0, keep: true },
  );
  return (
    <AnalyticsFrame>
      <p className="soft">{texts.funnelHint}</p>
      <div className="panels">
        <section className="panel">
          <h2>{texts.steps}</h2>
          <Suggestions report={report} />
          <ol className="funnel-steps">
            {steps.map((step, index) => (
              // Steps have no id other than their position.
              <li key={index}>
                <Select
                  label={texts.stepKind(index + 1)}
                  isLabelHidden
                  options={KINDS}
                  value={step.kind}
                  onChange={(kind) => setSteps(steps.with(index, { kind, value: '' }))}
                />
                <StepField
                  step={step}
                  index={index}
                  onChange={(value) => setSteps(steps.with(index, { ...step, value }), 'typing')}
                />
                <IconButton
                  label={texts.removeStep(index + 1)}
                  isDisabled={steps.length <= 1}
                  onPress={() => setSteps(steps.toSpliced(index, 1))}
                >
                  <X size={15} />
                </IconButton>
              </li>
            ))}
          </ol>
          <div className="actions">
            <Button
              icon={<Plus size={15} />}
              isDisabled={steps.length >= MAX_STEPS}
              onPress={() => setSteps([...steps, { kind: 'page', value: '' }])}
            >
              {texts.addStep}
            </Button>
          </div>
          <Select label={texts.order} options={ORDERS} value={order} onChange={setOrder} />
          <Select label={texts.by} options={BYS} value={by} onChange={setBy} />
        </section>
        <section className="panel" aria-label={texts.tabs.funnel}>
          {asked.length > 0 ? (
            <Loaded query={funnel} skeleton={<Skeleton lines={4} height="3rem" />}>
              {(found) => <Result funnel={found} />}
            </Loaded>
          ) : (
            <Empty title={texts.tooFewSteps} />
          )}
          <AsOf query={funnel} />
        </section>
      </div>
    </AnalyticsFrame>
  );
}

/** Field with the page or event of a step. The URL follows after a pause in typing. */
function StepField({ step, index, onChange }: { step: Step; index: number; onChange: (value: string) => void }) {
  const [typed, setTyped] = useDebouncedInput(step.value, onChange);
  return (
    <TextField
      label={texts.step(index + 1)}
      isLabelHidden
      value={typed}
      list={`known-${step.kind}`}
      placeholder={texts.stepExamples[step.kind]}
      onChange={setTyped}
    />
  );
}

/** Suggestions for the fields: existing pages and events. */
function Suggestions({ report }: { report: Query<'GET /v1/analytics/overview'> }) {
  const pages = useRead('GET /v1/analytics/breakdown', { query: { ...report, by: 'page', limit: MAX_SUGGESTIONS } });
  const events = useRead('GET /v1/analytics/breakdown', { query: { ...report, by: 'event', limit: MAX_SUGGESTIONS } });
  return (
    <>
      {Object.entries({ page: pages, event: events }).map(([kind, { data }]) => (
        <datalist key={kind} id={`known-${kind}`}>
          {data?.data.map(({ value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ))}
    </>
  );
}

function Result({ funnel: { steps } }: { funnel: AnalyticsFunnel }) {
  return (
    <ol className="funnel">
      {steps.map(({ event, page, count, rate, step_rate, revenue }, index) => {
        const before = steps[index - 1];
        const stopped = before ? before.count - count : 0;
        return (
          // The same page may be used in two steps.
          <li key={index}>
            <strong>{event ?? page}</strong>
            <span className="funnel-bar" aria-hidden>
              <span style={{ width: `${rate * 100}%` }} />
            </span>
            <span>{texts.reached(formatFigure('visitors', count), formatFigure('bounce_rate', rate))}</span>
            <StepRevenue revenue={revenue} />
            {before && stopped > 0 && (
              <p className="soft">
                {texts.droppedOff(formatFigure('visitors', stopped), formatFigure('bounce_rate', 1 - step_rate))}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
