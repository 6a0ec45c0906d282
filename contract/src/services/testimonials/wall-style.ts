import type { THEMES } from '../../shared/values.ts';
import type { SORTS, WALL_CORNERS, WALL_LAYOUTS } from './values.ts';

/** Look and selection of a wall of testimonials. */
export interface WallStyle {
  layout: (typeof WALL_LAYOUTS)[number];
  theme: (typeof THEMES)[number];
  /** `#rrggbb`, or null for the color of stars. */
  accent_color: string | null;
  /** Maximum number of columns. Null: as many as fit. */
  columns: number | null;
  corners: (typeof WALL_CORNERS)[number];
  show_rating: boolean;
  show_date: boolean;
  show_avatar: boolean;
  show_company: boolean;
  sort: (typeof SORTS)[number];
  /** Maximum number of testimonials. Null: all of them, in pages. */
  limit: number | null;
}

/** Look of a wall that nobody changed. */
export const DEFAULT_WALL_STYLE: WallStyle = {
  layout: 'masonry',
  theme: 'auto',
  accent_color: null,
  columns: null,
  corners: 'rounded',
  show_rating: true,
  show_date: true,
  show_avatar: true,
  show_company: true,
  sort: 'featured',
  limit: null,
};

const RADIUS: Record<WallStyle['corners'], string> = { square: '0', rounded: '12px', round: '22px' };
const MIN_COLUMN = 'min(100%,16rem)';
const GAP = '1rem';

/** Returns the width of a column, with an optional maximum number of columns. */
const columnWidth = (columns: number | null) =>
  columns ? `max(${MIN_COLUMN},(100% - ${columns - 1} * ${GAP}) / ${columns})` : MIN_COLUMN;

const renderLayout = ({ layout, columns }: WallStyle): string => {
  const width = columnWidth(columns);
  switch (layout) {
    case 'grid':
      return `.wall{display:grid;gap:${GAP};grid-template-columns:repeat(auto-fill,minmax(${width},1fr))}.wall figure{height:100%}`;
    case 'masonry':
      return `.wall{columns:${columns ?? ''} 16rem;column-gap:${GAP}}.wall>li{break-inside:avoid;margin-block-end:${GAP}}`;
    case 'list':
      return `.wall{display:grid;gap:${GAP};max-width:44rem;margin-inline:auto}`;
    default:
      return (
        `.wall{display:flex;gap:${GAP};overflow-x:auto;scroll-snap-type:x mandatory;padding:3px}` +
        `.wall>li{flex:0 0 ${columns ? width : 'min(100%,22rem)'};scroll-snap-align:start}` +
        '.wall:focus-visible{outline:2px solid var(--link);outline-offset:2px}' +
        '@media(prefers-reduced-motion:no-preference){.wall{scroll-behavior:smooth}}'
      );
  }
};

/** Poster of a video, and its player. */
const VIDEO_CSS =
  '.video{position:relative;display:grid;place-items:center;width:100%;aspect-ratio:16/9;margin-block-end:.75rem;border:0;' +
  'border-radius:8px;overflow:hidden;background:var(--soft);color:inherit;text-decoration:none}' +
  '.video img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}' +
  '.video span{position:relative;padding:.5rem 1rem;border-radius:99px;background:var(--paper);box-shadow:0 1px 6px rgb(0 0 0/25%);' +
  'font-size:.9rem;font-weight:600}.video:hover span{text-decoration:underline}';

/** Colors of stars without a choice, on light and dark cards. */
export const LIGHT_ACCENT = '#a04a00';
export const DARK_ACCENT = '#fbbf24';

/** Returns the style sheet of a wall: a list `.wall` of figures, on public pages and in the widget. */
export const renderWallCss = (style: WallStyle): string =>
  `.wall{list-style:none;margin:0;padding:0;${style.theme === 'auto' ? '' : `color-scheme:${style.theme};`}` +
  `--wall-accent:${style.accent_color ?? `light-dark(${LIGHT_ACCENT},${DARK_ACCENT})`}}` +
  `.wall figure{border-radius:${RADIUS[style.corners]};background:var(--paper);color:var(--ink)}` +
  '.wall .stars{color:var(--wall-accent)}' +
  VIDEO_CSS +
  renderLayout(style);
