/** Replaces placeholders in a text: `fill('Number {n}', { n: 3 })`. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name] ?? ''));
