import { formatNumber } from '../../../texts/plural.ts';

export const measurements = {
  vitals: {
    title: 'Web Vitals',
    hint: 'Loading, responsiveness and layout stability, as visitors experienced them (75th percentile)',
    empty: 'No measurements in this period. Add data-vitals to the script tag of the tracker to measure Web Vitals:',
    by: 'Web Vitals by',
    tabs: { page: 'Pages', device: 'Devices', country: 'Countries' },
    names: {
      LCP: 'Largest Contentful Paint',
      INP: 'Interaction to Next Paint',
      CLS: 'Cumulative Layout Shift',
      FCP: 'First Contentful Paint',
      TTFB: 'Time to First Byte',
    },
    ratings: { good: 'Good', needs_improvement: 'Needs improvement', poor: 'Poor' },
    shares: (good: string, needsImprovement: string, poor: string) =>
      `${good} good, ${needsImprovement} need improvement, ${poor} poor`,
    measurements: 'Measurements',
    count: (count: number) => `${formatNumber(count)} ${count === 1 ? 'measurement' : 'measurements'}`,
  },
  revenue: {
    title: 'Revenue',
    hint: 'Total revenue of events. Currencies are not converted.',
    empty: 'No revenue in this period. Send it with an event:',
    by: 'Revenue by',
    currency: 'Currency',
    tabs: { source: 'Sources', goal: 'Goals', utm_campaign: 'Campaigns', page: 'Pages', country: 'Countries' },
    amount: 'Revenue',
    events: 'Events',
    sales: (events: number, visitors: number) =>
      `${formatNumber(events)} ${events === 1 ? 'event' : 'events'} of ${formatNumber(visitors)} ${visitors === 1 ? 'visitor' : 'visitors'}`,
    perVisitor: 'Per visitor',
    noGoals: 'No goal has revenue in this period. Create a goal for the event that reports revenue.',
    nothing: 'No revenue in this period',
    ofStep: (amounts: string) => `${amounts} revenue in this period`,
  },
};
