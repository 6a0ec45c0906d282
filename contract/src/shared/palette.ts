/** Colors for marks on light and dark backgrounds, each with a contrast of at least 3 to 1 (WCAG 2.2, success criterion 1.4.11). */
export const PALETTE = {
  gray: { light: '#5b5f67', dark: '#b0b4ba' },
  red: { light: '#c8283f', dark: '#ff8b98' },
  orange: { light: '#c07000', dark: '#f2b24c' },
  yellow: { light: '#8f7a00', dark: '#e3cf57' },
  green: { light: '#0f8a4c', dark: '#5fd394' },
  teal: { light: '#0b8387', dark: '#56cfd3' },
  blue: { light: '#1f6feb', dark: '#6aa8ff' },
  purple: { light: '#7a5cff', dark: '#a592ff' },
  pink: { light: '#c2348f', dark: '#f58bcb' },
} as const;

export type PaletteColor = keyof typeof PALETTE;
export const PALETTE_NAMES = Object.keys(PALETTE) as [PaletteColor, ...PaletteColor[]];
