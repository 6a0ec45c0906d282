import type { AnalyticsOverview } from '@earshot/sdk';
import { analytics as texts } from './texts/en/analytics.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { computeChange, formatChange, formatFigure } from './format.ts';
import { GOAL_METRICS, type Metric, METRICS } from './report-query.ts';

interface FiguresProps {
  overview: AnalyticsOverview;
  metric: Metric;
  onMetric: (metric: Metric) => void;
}

/** Totals of the period with their change. The chart shows the selected metric. */
export function Figures({ overview, metric, onMetric }: FiguresProps) {
  const shown = [...METRICS, ...(overview.conversions ? GOAL_METRICS : [])];
  return (
    <ToggleButtonGroup
      className="figures choosable"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[metric]}
      onSelectionChange={([next]) => onMetric(next as Metric)}
    >
      {shown.map((one) => {
        const { value, previous } = overview[one] ?? { value: null, previous: null };
        return (
          <ToggleButton key={one} id={one} className="figure">
            <span className="figure-name">{texts.metrics[one]}</span>
            <span className="figure-value">{formatFigure(one, value)}</span>
            <Change metric={one} value={value} previous={previous} />
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}

/** Change from the value of the comparison period, which the tooltip names. */
export function Change({ metric, value, previous }: { metric: Metric; value: number | null; previous: number | null }) {
  const change = computeChange(value, previous);
  if (change === undefined) return <span className="figure-change" />;
  const isGood = metric === 'bounce_rate' ? change < 0 : change > 0;
  const before = formatFigure(metric, previous);
  const label =
    change === 0 ? texts.same : change > 0 ? texts.more(formatChange(change), before) : texts.less(formatChange(change), before);
  return (
    <span
      className={change === 0 ? 'figure-change' : isGood ? 'figure-change good' : 'figure-change bad'}
      title={texts.before(before)}
    >
      {change !== 0 && (change > 0 ? <ArrowUp size={13} aria-hidden /> : <ArrowDown size={13} aria-hidden />)}
      <span aria-hidden>{formatChange(change)}</span>
      <span className="unseen">{label}</span>
    </span>
  );
}
