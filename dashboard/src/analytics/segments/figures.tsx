import { analytics } from '../texts/en/analytics.ts';
import { reports as texts } from '../texts/en/reports.ts';
import { useRead } from '../../api.ts';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { computeChange, formatChange, formatFigure } from '../format.ts';
import { METRICS } from '../report-query.ts';
import type { Sides } from './side.ts';

/** Metrics of both segments, with their difference. */
export function SegmentFigures({ sides: [first, second] }: { sides: Sides }) {
  const left = useRead('GET /v1/analytics/overview', { query: { ...first.report, compare: 'none' } }, { keep: true });
  const right = useRead('GET /v1/analytics/overview', { query: { ...second.report, compare: 'none' } }, { keep: true });
  return (
    <Loaded query={left} skeleton={<Skeleton lines={6} height="1.6rem" />}>
      {(one) => (
        <Loaded query={right} skeleton={<Skeleton lines={6} height="1.6rem" />}>
          {(other) => (
            <table className="breakdown-table figures-table">
              <thead>
                <tr>
                  <th scope="col">{texts.metric}</th>
                  <th scope="col" className="number">
                    <span className="legend-line main" aria-hidden /> {first.name}
                  </th>
                  <th scope="col" className="number">
                    <span className="legend-line second" aria-hidden /> {second.name}
                  </th>
                  <th scope="col" className="number">
                    {texts.difference}
                  </th>
                </tr>
              </thead>
              <tbody>
                {METRICS.map((metric) => {
                  const [a, b] = [one[metric].value, other[metric].value];
                  const difference = computeChange(a, b);
                  return (
                    <tr key={metric}>
                      <th scope="row">{analytics.metrics[metric]}</th>
                      <td className="number">{formatFigure(metric, a)}</td>
                      <td className="number">{formatFigure(metric, b)}</td>
                      <td className="number soft">
                        <bdi dir="ltr">
                          {difference === undefined ? '–' : `${difference < 0 ? '−' : '+'}${formatChange(difference)}`}
                        </bdi>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}
