import { analytics } from '../texts/en/analytics.ts';
import { useRead } from '../../api.ts';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { Flag } from '../countries/flag.tsx';
import { formatFigure, formatShare, renderName } from '../format.ts';
import type { Sides } from './side.ts';

const MAX_ROWS = 9;
/** The values of the second segment, which may rank differently, and its visitors. */
const MAX_OTHERS = 100;

/** Most frequent values of a dimension in the first segment, with their visitors in both segments. */
export function SegmentBreakdown({ by, sides: [first, second] }: { by: string; sides: Sides }) {
  const left = useRead('GET /v1/analytics/breakdown', { query: { ...first.report, by, limit: MAX_ROWS } }, { keep: true });
  const right = useRead('GET /v1/analytics/breakdown', { query: { ...second.report, by, limit: MAX_OTHERS } }, { keep: true });
  const totals = [first, second].map(({ report }) => ({ query: { ...report, compare: 'none' as const } }));
  const all = useRead('GET /v1/analytics/overview', totals[0], { keep: true }).data?.visitors.value;
  const allOthers = useRead('GET /v1/analytics/overview', totals[1], { keep: true }).data?.visitors.value;
  const title = analytics.dimensions[by] ?? by;
  const skeleton = <Skeleton lines={MAX_ROWS} height="1.4rem" />;
  return (
    <section className="panel">
      <h2>{title}</h2>
      <Loaded query={left} skeleton={skeleton}>
        {({ data }) => (
          <Loaded query={right} skeleton={skeleton}>
            {(others) =>
              data.length + others.data.length === 0 ? (
                <p className="soft">{analytics.nothing}</p>
              ) : (
                <table className="breakdown-table">
                  <thead>
                    <tr>
                      <th scope="col">{title}</th>
                      <th scope="col" className="number">
                        {first.name}
                      </th>
                      <th scope="col" className="number">
                        {second.name}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {(data.length ? data : others.data.slice(0, MAX_ROWS)).map(({ value }) => (
                      <tr key={value}>
                        <th scope="row">
                          {by === 'country' && <Flag code={value} />}
                          <bdi>{renderName(by, value)}</bdi>
                        </th>
                        <Visitors rows={data} value={value} total={all} />
                        <Visitors rows={others.data} value={value} total={allOthers} />
                      </tr>
                    ))}
                  </tbody>
                </table>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </section>
  );
}

interface VisitorsProps {
  rows: { value: string; visitors: number }[];
  value: string;
  total: number | null | undefined;
}

/** Visitors of a value, and their share of the segment. */
function Visitors({ rows, value, total }: VisitorsProps) {
  const visitors = rows.find((row) => row.value === value)?.visitors;
  return (
    <td className="number">
      {formatFigure('visitors', visitors ?? 0)} <span className="soft">{total ? formatShare((visitors ?? 0) / total) : ''}</span>
    </td>
  );
}
