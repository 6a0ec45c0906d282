import type { Language } from '@earshot/contract/shared/languages';
import type { Instance } from '../../../instance/instance.ts';
import type { EventSummary } from '../../../instance/messages/messages.ts';
import { formatNumber } from '../../../platform/i18n/texts.ts';
import { analyticsTexts } from '../texts/texts.ts';
import type { triggerForEvent } from './projections.ts';

type TriggerData = ReturnType<typeof triggerForEvent>;

/** Formats a time (UTC) to the minute, in the order of ISO 8601. */
const formatTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

/** Adds messages about alerts. */
export function describeAlerts({ messages }: Pick<Instance, 'messages'>): void {
  messages.add({
    'alert.triggered': (data: TriggerData) => summarizeTrigger(data, { heading: 'Alert', value: data.value, language: 'en' }),
    'alert.recovered': (data: TriggerData) =>
      summarizeTrigger(data, { heading: 'Alert recovered', value: data.recovered_value ?? data.value, language: 'en' }),
  });
}

/** Returns a trigger in words. `url` may be a path in the dashboard, below the project. */
export function summarizeTrigger(
  data: Omit<TriggerData, 'id' | 'alert_id' | 'triggered_at' | 'recovered_at' | 'recovered_value'>,
  { heading, value, language }: { heading: string; value: number; language: Language },
): EventSummary {
  const { alert, condition, threshold, usual_low: low, usual_high: high, from, to, url } = data;
  const t = analyticsTexts(language).notices;
  const format = (number: number) => formatNumber(number, language);
  const expected =
    threshold === null
      ? low !== null && high !== null && t.usually(format(low), format(high))
      : condition === 'below'
        ? t.below(format(threshold))
        : t.above(format(threshold));
  return {
    heading,
    title: alert.name,
    facts: [t.measured(format(value), t.metrics[alert.metric]), expected, t.period(formatTime(from), formatTime(to))],
    link: url,
  };
}
