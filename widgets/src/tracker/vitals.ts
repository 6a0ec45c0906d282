import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

/** Tracks each of the Web Vitals (https://web.dev/vitals) as an event once it is final, for some when the page is hidden. */
const trackMetric = ({ name, value, rating }: Metric) =>
  globalThis.earshot?.('web_vital', { metric: name, value: Math.round(value * 1000) / 1000, rating }, { interactive: false });

for (const on of [onLCP, onINP, onCLS, onFCP, onTTFB]) on(trackMetric);
