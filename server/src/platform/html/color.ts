/** Lowest contrast ratio of texts to their background that WCAG 2.2 permits at level AA (success criterion 1.4.3). */
const MIN_TEXT_CONTRAST = 4.5;
/** Step of the search for a readable shade. */
const SHADE_STEP = 0.04;

/** Backgrounds of public pages in each theme. Links are also placed on `soft`, which has less contrast. */
export const BACKGROUNDS = {
  light: { paper: '#ffffff', soft: '#f4f5f7' },
  dark: { paper: '#141517', soft: '#202226' },
} as const;
export type Scheme = keyof typeof BACKGROUNDS;

const parseChannels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Returns the relative luminance of a color (`#rrggbb`), 0 to 1 (WCAG 2.2). */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = parseChannels(color).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors (`#rrggbb`), 1 to 21 (WCAG 2.2). */
export function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the color with more contrast on a color (`#rrggbb`), black or white. */
export const inkOn = (color: string): '#000000' | '#ffffff' => (computeLuminance(color) > 0.179 ? '#000000' : '#ffffff');

/** Returns a color for links in a theme: the color, or its nearest shade that is readable on all backgrounds of the theme. */
export function deriveLinkColor(color: string, scheme: Scheme): string {
  const { soft } = BACKGROUNDS[scheme];
  const target = scheme === 'light' ? 0 : 255;
  for (let share = 0; share < 1; share += SHADE_STEP) {
    const shade = mix(color, target, share);
    if (computeContrast(shade, soft) >= MIN_TEXT_CONTRAST) return shade;
  }
  return mix(color, target, 1);
}

/** Mixes a share of black (0) or white (255) into a color. */
const mix = (color: string, target: 0 | 255, share: number) =>
  `#${parseChannels(color)
    .map((channel) =>
      Math.round(channel + (target - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
