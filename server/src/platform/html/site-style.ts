import { createHash } from 'node:crypto';
import { memoize } from '../async/memoize.ts';
import { inkOn, deriveLinkColor } from './color.ts';
import { type Html, html, raw } from './html.ts';
import type { Theme } from './logo.ts';
import { SECTION_CSS } from './section-css.ts';
import { SITE_CSS } from './site-css.ts';
import { LATIN_FILE, TYPEFACE_CSS } from './typeface.ts';

const CSS = SITE_CSS + SECTION_CSS;

type Font = 'inter' | 'system' | 'humanist' | 'serif';

/** Look of the public pages of a project. */
export interface Look {
  /** `#rrggbb` */
  color: string;
  font: Font;
  theme: Theme;
  /** Style sheet of the team, which loads nothing. */
  customCss: string | null;
  /** Style sheet of the section of the page. */
  sectionCss?: string | undefined;
}

/** Families by font. All but Inter are on the devices, so that no file is loaded. */
const FONTS: Record<Font, string> = {
  inter: `Inter, 'Inter Fallback', system-ui, sans-serif`,
  system: `system-ui, -apple-system, 'Segoe UI', sans-serif`,
  humanist: `Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', source-sans-pro, sans-serif`,
  serif: `'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', P052, Georgia, serif`,
};

const renderVariables = ({ color, font, theme }: Look) =>
  `:root{color-scheme:${theme === 'auto' ? 'light dark' : theme};--accent:${color};--on-accent:${inkOn(color)};` +
  `--link:light-dark(${deriveLinkColor(color, 'light')},${deriveLinkColor(color, 'dark')});--font:${FONTS[font]}}${font === 'inter' ? TYPEFACE_CSS : ''}`;

const computeHash = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
const hashWithVariables = memoize((variables: string) => computeHash(variables + CSS));

/** Renders the style sheets of a page. The one of the team is last and in an element of its own, so that a fault in it stays there. */
export const renderStyles = (look: Look): Html =>
  html`${look.font === 'inter' && html`<link rel="preload" href="${LATIN_FILE}" as="font" type="font/woff2" crossorigin>`}<style>${raw(renderVariables(look) + CSS)}</style>${look.sectionCss && html`<style>${raw(look.sectionCss)}</style>`}${look.customCss && html`<style>${raw(look.customCss)}</style>`}`;

/** Returns the sources of the style sheets for the content security policy. */
export const styleSources = (look: Look): string =>
  [
    hashWithVariables(renderVariables(look)),
    ...[look.sectionCss, look.customCss].flatMap((css) => (css ? [computeHash(css)] : [])),
  ].join(' ');
