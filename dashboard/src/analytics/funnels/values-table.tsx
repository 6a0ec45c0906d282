import type { AnalyticsFunnel } from '@earshot/sdk';
import { analytics } from '../texts/en/analytics.ts';
import { funnels as texts } from '../texts/en/funnels.ts';
import { reports } from '../texts/en/reports.ts';
import { Flag } from '../countries/flag.tsx';
import { Change } from '../figures.tsx';
import { formatFigure, formatShare, renderName } from '../format.ts';
import { ANY_PAGE } from './result.tsx';

interface ValuesTableProps {
  /** Dimension of the values. */
  by: string;
  funnel: AnalyticsFunnel;
  isBusy: boolean;
}

type Breakdown = NonNullable<AnalyticsFunnel['breakdown']>;

/** Steps of a funnel by value of a dimension: how many completed each step, their share of the previous step, and the overall conversion. */
export function ValuesTable({ by, funnel: { steps, breakdown }, isBusy }: ValuesTableProps) {
  const rows = breakdown ?? [];
  if (!rows.length) return <p className="soft">{analytics.nothing}</p>;
  const hasRates = steps.length > 1;
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label={texts.compareBy} aria-busy={isBusy}>
      <table className="breakdown-table funnel-table" aria-label={texts.compareBy}>
        <thead>
          <tr>
            <th scope="col">{analytics.dimensions[by] ?? by.replace(/^property:/, '')}</th>
            {steps.map(({ event, page }, index) => (
              // The same page may be used in two steps.
              <th key={index} scope="col" className="number">
                <bdi>{event ?? (page === ANY_PAGE ? texts.anyPage : page)}</bdi>
              </th>
            ))}
            {hasRates && (
              <th scope="col" className="number">
                {texts.overall}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ValueRow key={JSON.stringify(row.value)} by={by} row={row} hasRates={hasRates} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ValueRow({ by, row: { value, steps }, hasRates }: { by: string; row: Breakdown[number]; hasRates: boolean }) {
  const last = steps.at(-1);
  return (
    <tr>
      <th scope="row" className={value === null ? 'soft' : undefined}>
        {by === 'country' && value !== null && <Flag code={value} />}
        {value === null ? reports.other : renderName(by, value)}
      </th>
      {steps.map(({ count, step_rate: rate }, index) => (
        <td key={index} className="number">
          {formatFigure('visitors', count)}
          {index > 0 && (
            <span className="soft" title={texts.ofPrevious(formatShare(rate))}>
              {` ${formatShare(rate)}`}
            </span>
          )}
        </td>
      ))}
      {hasRates && last && (
        <td className="number">
          <strong>{formatShare(last.rate)}</strong>{' '}
          <Change metric="conversion_rate" value={last.rate} previous={last.previous_rate} />
        </td>
      )}
    </tr>
  );
}
