import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

/** Web Vitals (https://web.dev/vitals), an event each, when they are known: some only when the page is hidden. */
const tell = ({ name, value, rating }: Metric) =>
  globalThis.earshot?.('web_vital', { metric: name, value: Math.round(value * 1000) / 1000, rating }, { interactive: false });

for (const on of [onLCP, onINP, onCLS, onFCP, onTTFB]) on(tell);
