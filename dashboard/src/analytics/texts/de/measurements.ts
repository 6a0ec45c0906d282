import type { measurements as english } from '../en/measurements.ts';
import { formatNumber, plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const measurements: Texts<typeof english> = {
  vitals: {
    title: 'Web Vitals',
    hint: 'Laden, Reaktionszeit und Stabilität des Layouts, wie Besucher sie erlebt haben (75. Perzentil)',
    empty: 'Keine Messungen in diesem Zeitraum. Füge data-vitals zum Script-Tag des Trackers hinzu, um Web Vitals zu messen:',
    by: 'Web Vitals nach',
    tabs: { page: 'Seiten', device: 'Geräte', country: 'Länder' },
    names: {
      LCP: 'Largest Contentful Paint',
      INP: 'Interaction to Next Paint',
      CLS: 'Cumulative Layout Shift',
      FCP: 'First Contentful Paint',
      TTFB: 'Time to First Byte',
    },
    ratings: { good: 'Gut', needs_improvement: 'Verbesserungsbedürftig', poor: 'Schlecht' },
    shares: (good, needsImprovement, poor) => `${good} gut, ${needsImprovement} verbesserungsbedürftig, ${poor} schlecht`,
    measurements: 'Messungen',
    count: (count) => `${formatNumber(count)} ${plural(count, { one: 'Messung', other: 'Messungen' })}`,
  },
  revenue: {
    title: 'Umsatz',
    hint: 'Gesamtumsatz der Events. Währungen werden nicht umgerechnet.',
    empty: 'Kein Umsatz in diesem Zeitraum. Sende ihn mit einem Event:',
    by: 'Umsatz nach',
    currency: 'Währung',
    tabs: { source: 'Quellen', goal: 'Ziele', utm_campaign: 'Kampagnen', page: 'Seiten', country: 'Länder' },
    amount: 'Umsatz',
    events: 'Events',
    sales: (events, visitors) =>
      `${formatNumber(events)} ${plural(events, { one: 'Event', other: 'Events' })} von ${formatNumber(visitors)} ${plural(visitors, { one: 'Besucher', other: 'Besuchern' })}`,
    perVisitor: 'Pro Besucher',
    noGoals: 'Kein Ziel hat in diesem Zeitraum Umsatz. Erstelle ein Ziel für das Event, das Umsatz meldet.',
    nothing: 'Kein Umsatz in diesem Zeitraum',
    ofStep: (amounts) => `${amounts} Umsatz in diesem Zeitraum`,
  },
};
