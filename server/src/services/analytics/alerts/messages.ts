import type { Instance } from '../../../instance/instance.ts';
import type { EventSummary } from '../../../instance/messages/messages.ts';
import type { triggerForEvent } from './projections.ts';
import type { AlertMetric } from './store.ts';

type TriggerData = ReturnType<typeof triggerForEvent>;

const METRICS: Record<AlertMetric, string> = {
  visitors: 'visitors',
  visits: 'visits',
  page_views: 'page views',
  events: 'events',
  conversions: 'conversions',
  intake: 'received events',
  feedback: 'new feedback entries',
};

const formatNumber = (value: number) => value.toLocaleString('en-US');
const formatTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

/** Adds messages about alerts. */
export function describeAlerts({ messages }: Pick<Instance, 'messages'>): void {
  messages.add({
    'alert.triggered': (data: TriggerData) => summarizeTrigger(data, 'Alert', data.value),
    'alert.recovered': (data: TriggerData) => summarizeTrigger(data, 'Alert recovered', data.recovered_value ?? data.value),
  });
}

/** Returns a trigger in words. `url` may be a path in the dashboard, below the project. */
export function summarizeTrigger(
  data: Omit<TriggerData, 'id' | 'alert_id' | 'triggered_at' | 'recovered_at' | 'recovered_value'>,
  heading: string,
  value: number,
): EventSummary {
  const { alert, condition, threshold, usual_low: low, usual_high: high, from, to, url } = data;
  const expected =
    threshold === null
      ? low !== null && high !== null && `usually ${formatNumber(low)} to ${formatNumber(high)}`
      : `${condition} ${formatNumber(threshold)}`;
  return {
    heading,
    title: alert.name,
    facts: [`${formatNumber(value)} ${METRICS[alert.metric]}`, expected, `${formatTime(from)} to ${formatTime(to)} UTC`],
    link: url,
  };
}
