import { Type } from 'typebox';
import { Component, Nullable, OneOf, Url } from '../shared/common.ts';
import { THEMES } from '../shared/values.ts';

const FONTS = ['inter', 'system', 'humanist', 'serif'] as const;

const MAX_CSS_CHARACTERS = 20_000;

/** Settings of public pages that determine their look. */
export const pageBranding = {
  logo_url: Nullable(
    Url({ default: null, description: 'URL of the logo, shown on public pages and in emails at a height of 32 pixels' }),
  ),
  logo_dark_url: Nullable(
    Url({ default: null, description: 'URL of the logo on dark backgrounds. Without it, `logo_url` is shown there as well.' }),
  ),
  favicon_url: Nullable(
    Url({ default: null, description: 'URL of the icon in browser tabs, preferably a square image. Defaults to the logo.' }),
  ),
  font: OneOf(FONTS, {
    default: 'inter',
    description:
      'Font of public pages: Inter, which looks alike on all devices (`inter`), or a font of the visitor’s device: its interface font (`system`), a sans serif with open forms (`humanist`), or a serif (`serif`)',
  }),
  theme: OneOf(THEMES, {
    default: 'auto',
    description: 'Colors of public pages: those of the visitor’s device (`auto`), always `light`, or always `dark`',
  }),
  header_links: Type.Array(
    Type.Object(
      { label: Type.String({ minLength: 1, maxLength: 40, examples: ['Pricing'] }), url: Url() },
      { additionalProperties: false },
    ),
    { default: [], maxItems: 6, description: 'Links to your own website in the header of public pages, after the menu' },
  ),
  footer: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      default: null,
      description:
        'Footer of public pages in Markdown, such as links to your imprint and privacy policy. Defaults to the website.',
    }),
  ),
  custom_css: Nullable(
    Type.String({
      minLength: 1,
      maxLength: MAX_CSS_CHARACTERS,
      default: null,
      description:
        'Style sheet that is added to public pages. It must not load anything: `url()`, `@import`, `@font-face` and similar are rejected.',
    }),
  ),
};

/** Settings that determine the look of mails. */
export const mailBranding = {
  show_logo: Type.Boolean({ default: true, description: 'Whether emails show the logo, if there is one' }),
  greeting: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 100,
      default: null,
      description: 'First line of emails, below the heading, such as “Hi there,”',
    }),
  ),
  signature: Nullable(
    Type.String({ minLength: 1, maxLength: 300, default: null, description: 'Last lines of emails, in plain text' }),
  ),
};

const Contrast = (theme: string) =>
  Type.Object(
    {
      ratio: Type.Number({ description: 'Contrast ratio of the color to the background (WCAG 2.2), 1 to 21', examples: [5.17] }),
      link_color: Type.String({
        description: 'Color of links: the color, or its nearest shade with a ratio of at least 4.5',
        examples: ['#2563eb'],
      }),
    },
    { description: `Contrast on public pages in the ${theme} theme` },
  );

export const BrandingPreview = Component('BrandingPreview', {
  page: Type.String({ description: 'Sample of a public page, as a complete HTML document' }),
  mail: Type.Object(
    {
      subject: Type.String({ examples: ['“Export as CSV” is now in progress'] }),
      text: Type.String(),
      html: Type.String({ description: 'The email as a complete HTML document' }),
    },
    { description: 'Sample of an email' },
  ),
  contrast: Type.Object({
    light: Contrast('light'),
    dark: Contrast('dark'),
    button: Type.Object(
      {
        ratio: Type.Number({ examples: [5.17] }),
        text_color: Type.String({ description: 'Black or white, whichever has more contrast', examples: ['#ffffff'] }),
      },
      { description: 'Contrast of texts on buttons' },
    ),
  }),
});
