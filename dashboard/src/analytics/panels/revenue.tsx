import type { AnalyticsRevenue } from '@earshot/sdk';
import { measurements } from '../texts/en/measurements.ts';
import { useRead } from '../../api.ts';
import { Select } from '../../ui/field.tsx';
import { Snippet } from '../../ui/copy.tsx';
import { useSearchParam } from '../../ui/history/page-search.ts';
import { parseOneOf, parseText } from '../../ui/search.ts';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { renderName } from '../format.ts';
import { withoutGoal } from '../report-query.ts';
import { DimensionTabs } from './dimension-tabs.tsx';
import { formatMoney } from './money.ts';
import type { PanelProps } from './panel-props.ts';
import { formatNumber } from '../../texts/plural.ts';

const texts = measurements.revenue;
const BY = ['source', 'goal', 'utm_campaign', 'page', 'country'] as const;
type By = (typeof BY)[number];
const MAX_ROWS = 10;
const SAMPLE = `earshot('subscribed', { plan: 'pro' }, { revenue: { amount: '49.90', currency: 'EUR' } })`;

/** Revenue by currency, source, goal and other dimensions. */
export function Revenue(props: PanelProps) {
  const revenue = useRead('GET /v1/analytics/revenue', { query: props.report }, { keep: true });
  return (
    <section className="panel span">
      <h2>{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <Loaded query={revenue} skeleton={<Skeleton lines={6} height="1.4rem" />}>
        {({ currencies }) =>
          currencies.length ? (
            <Sums currencies={currencies} {...props} />
          ) : (
            <>
              <p>{texts.empty}</p>
              <Snippet title="JavaScript" code={SAMPLE} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Sums({ currencies, ...props }: PanelProps & { currencies: AnalyticsRevenue['currencies'] }) {
  const [chosen, choose] = useSearchParam('currency', parseText, '');
  const [by, setBy] = useSearchParam('revenue', (value) => parseOneOf(BY, value), 'source');
  const codes = currencies.map(({ currency }) => currency);
  const currency = codes.find((code) => code === chosen) ?? codes[0] ?? '';
  return (
    <>
      <dl className="money">
        {currencies.map((sum) => (
          <div key={sum.currency}>
            <dt className="figure-name">{sum.currency}</dt>
            <dd className="figure-value">{formatMoney(sum.amount, sum.currency)}</dd>
            <dd className="soft">{texts.sales(sum.events, sum.visitors)}</dd>
          </div>
        ))}
      </dl>
      {codes.length > 1 && (
        <div className="filters">
          <Select label={texts.currency} options={codes.map((id) => ({ id, label: id }))} value={currency} onChange={choose} />
        </div>
      )}
      <DimensionTabs label={texts.by} names={texts.tabs} dimensions={BY} selected={by} onSelect={setBy}>
        <Rows by={by} currency={currency} {...props} />
      </DimensionTabs>
    </>
  );
}

function Rows({ by, currency, report, onFilter }: PanelProps & { by: By; currency: string }) {
  const query = { ...(by === 'goal' ? withoutGoal(report) : report), by, currency, limit: MAX_ROWS };
  const rows = useRead('GET /v1/analytics/revenue/breakdown', { query }, { keep: true });
  return (
    <Loaded query={rows} skeleton={<Skeleton lines={4} height="1.4rem" />}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="soft">{by === 'goal' ? texts.noGoals : texts.nothing}</p>
        ) : (
          <Table
            label={texts.tabs[by]}
            head={[texts.tabs[by], texts.amount, texts.events, texts.perVisitor]}
            numbers={[texts.amount, texts.events, texts.perVisitor]}
          >
            {data.map(({ value, amount, events, visitors }) => (
              <tr key={value}>
                <td>
                  {by === 'goal' ? (
                    value
                  ) : (
                    <button
                      type="button"
                      className="ranked-name"
                      onClick={() => onFilter({ dimension: by, operator: 'is', value })}
                    >
                      {renderName(by, value)}
                    </button>
                  )}
                </td>
                <td className="number">{formatMoney(amount, currency)}</td>
                <td className="number">{formatNumber(events)}</td>
                <td className="number">{formatMoney(String(Number(amount) / Math.max(1, visitors)), currency)}</td>
              </tr>
            ))}
          </Table>
        )
      }
    </Loaded>
  );
}
