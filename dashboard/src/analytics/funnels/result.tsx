import type { AnalyticsFunnel } from '@earshot/sdk';
import { funnels as texts } from '../texts/en/funnels.ts';
import { Change } from '../figures.tsx';
import { describeCondition, toConditions } from '../filters/conditions.ts';
import { formatFigure, formatShare } from '../format.ts';
import { StepRevenue } from '../panels/step-revenue.tsx';

export const ANY_PAGE = '/*';

const formatCount = (count: number | null) => formatFigure('visitors', count);

/** Overall conversion, and the steps with their bars. Hatched is the part of the previous step that dropped off. */
export function Result({ funnel: { steps } }: { funnel: AnalyticsFunnel }) {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      {steps.length > 1 && (
        <div className="funnel-overall">
          <span className="figure-name">{texts.overall}</span>
          <span>
            <span className="figure-value">{formatShare(last.rate)}</span>{' '}
            <Change metric="conversion_rate" value={last.rate} previous={last.previous_rate} />
          </span>
          <span className="soft">{texts.overallHint(formatCount(last.count), formatCount(first.count))}</span>
        </div>
      )}
      <ol className="funnel">
        {steps.map((step, index) => (
          // The same page may be used in two steps.
          <StepResult key={index} step={step} before={steps[index - 1]} />
        ))}
      </ol>
    </>
  );
}

type Step = AnalyticsFunnel['steps'][number];

function StepResult({ step, before }: { step: Step; before: Step | undefined }) {
  const {
    event,
    page,
    filters,
    count,
    rate,
    step_rate: stepRate,
    previous_count: previous,
    previous_step_rate: previousRate,
    revenue,
  } = step;
  const stopped = before ? before.count - count : 0;
  return (
    <li>
      <p className="funnel-step">
        <span dir="auto">
          <strong>{event ?? (page === ANY_PAGE ? texts.anyPage : page)}</strong>{' '}
          <span className="soft">{toConditions(filters).map(describeCondition).join(' · ')}</span>
        </span>
        <span className="number">
          {formatCount(count)} <Change metric="visitors" value={count} previous={previous} />
        </span>
      </p>
      <span
        className="funnel-bar"
        title={
          previous === null
            ? undefined
            : before
              ? texts.wasBefore(formatCount(previous), formatShare(previousRate))
              : texts.firstBefore(formatCount(previous))
        }
        aria-hidden
      >
        {before && <span className="funnel-lost" style={{ width: `${before.rate * 100}%` }} />}
        <span className="funnel-kept" style={{ width: `${rate * 100}%` }} />
        <span className="funnel-rate">{formatShare(rate)}</span>
      </span>
      {before && (
        <p className="soft">
          {[
            texts.ofPrevious(formatShare(stepRate)),
            ...(stopped > 0 ? [texts.droppedOff(formatCount(stopped), formatShare(1 - stepRate))] : []),
          ].join(' · ')}
        </p>
      )}
      <StepRevenue revenue={revenue} />
    </li>
  );
}
