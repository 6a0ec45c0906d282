import { type Html, html } from './html.ts';

/** URLs of a logo for light and dark backgrounds. Without one of them, the other is shown on both. */
export interface Logo {
  light: string | null;
  dark: string | null;
}

export type Theme = 'auto' | 'light' | 'dark';

/** Renders a logo for the background of a theme, 32 pixels high, or nothing without a logo. The name of the project is next to it. */
export function renderLogo({ light, dark }: Logo, theme: Theme = 'auto'): Html | undefined {
  const [onLight, onDark] = [light ?? dark, dark ?? light];
  const source = theme === 'dark' ? onDark : onLight;
  if (!source) return undefined;
  const image = html`<img class="logo" src="${source}" alt="" width="32" height="32">`;
  if (theme !== 'auto' || !onDark || onDark === source) return image;
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${onDark}">${image}</picture>`;
}
