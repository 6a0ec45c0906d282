import { measurements } from '../texts/en/measurements.ts';
import type { AnalyticsFunnel } from '@earshot/sdk';
import { formatMoney } from './money.ts';

/** Revenue of those who completed a step of a funnel, if there is any. */
export function StepRevenue({ revenue = [] }: { revenue: AnalyticsFunnel['steps'][number]['revenue'] }) {
  if (!revenue.length) return null;
  const amounts = revenue.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ');
  return <p className="soft">{measurements.revenue.ofStep(amounts)}</p>;
}
