import type { AnalyticsSegment } from '@earshot/sdk';
import { analytics } from '../texts/en/analytics.ts';
import { reports as texts } from '../texts/en/reports.ts';
import { Layers } from 'lucide-react';
import { useRead } from '../../api.ts';
import { useProject } from '../../projects/projects.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Empty, Loaded, Skeleton } from '../../ui/state.tsx';
import { AnalyticsFrame, useReportQuery } from '../analytics-frame.tsx';
import { METRICS, withoutGoal } from '../report-query.ts';
import { SegmentBreakdown } from './breakdown.tsx';
import { SegmentChart } from './chart.tsx';
import { SegmentFigures } from './figures.tsx';
import type { Side, Sides } from './side.ts';

const EVERYONE = 'all';
const DIMENSIONS = ['page', 'source', 'country', 'device'];

/** Compares the visitors of two segments, or of a segment and all visitors. */
export function SegmentComparison() {
  const segments = useRead('GET /v1/analytics/segments');
  return (
    <AnalyticsFrame>
      <p className="soft">{texts.segmentsHint}</p>
      <Loaded query={segments} skeleton={<Skeleton lines={6} height="2rem" />}>
        {({ data }) => (data.length > 0 ? <Comparison segments={data} /> : <NoSegments />)}
      </Loaded>
    </AnalyticsFrame>
  );
}

function NoSegments() {
  const { slug } = useProject();
  return (
    <Empty icon={<Layers size={28} />} title={texts.noSegments}>
      <p>{texts.noSegmentsHint}</p>
      <LinkButton look="primary" to="/projects/$slug/analytics" params={{ slug }}>
        {texts.toOverview}
      </LinkButton>
    </Empty>
  );
}

function Comparison({ segments }: { segments: AnalyticsSegment[] }) {
  const { question, filters, ask, report } = useReportQuery();
  const options = [{ id: EVERYONE, label: texts.everyone }, ...segments.map(({ id, name }) => ({ id, label: name }))];
  // A deleted segment may still be in the URL.
  const known = (id: string | undefined, byDefault: string) => options.find((one) => one.id === id)?.id ?? byDefault;
  const first = known(question.segment, segments[0]?.id ?? EVERYONE);
  const second = known(question.other_segment, EVERYONE);
  const toSide = (id: string): Side => {
    const segment = segments.find((one) => one.id === id);
    const own = [...filters, ...(segment?.filters ?? [])];
    return {
      name: segment?.name ?? texts.everyone,
      report: { ...withoutGoal(report), ...(own.length && { filter: own }) },
    };
  };
  const metric = METRICS.find((one) => one === question.metric) ?? 'visitors';
  const sides: Sides = [toSide(first), toSide(second)];
  return (
    <>
      <div className="filters">
        <Select label={texts.firstSegment} options={options} value={first} onChange={(segment) => ask({ segment })} />
        <Select
          label={texts.secondSegment}
          options={options}
          value={second}
          onChange={(other) => ask({ other_segment: other })}
        />
        <Select
          label={texts.metric}
          options={METRICS.map((id) => ({ id, label: analytics.metrics[id] }))}
          value={metric}
          onChange={(next) => ask({ metric: next })}
        />
      </div>
      {first === second ? (
        <p className="notice">{texts.sameSegment}</p>
      ) : (
        <>
          <section className="panel">
            <SegmentFigures sides={sides} />
            <SegmentChart sides={sides} metric={metric} />
          </section>
          <div className="panels">
            {DIMENSIONS.map((by) => (
              <SegmentBreakdown key={by} by={by} sides={sides} />
            ))}
          </div>
        </>
      )}
    </>
  );
}
