import type { PaletteColor } from '@earshot/contract/shared/palette';
import type { statuses as english } from '../../en/settings/statuses.ts';
import type { Texts } from '../../texts.ts';

const colors: Record<PaletteColor, string> = {
  gray: 'Grau',
  red: 'Rot',
  orange: 'Orange',
  yellow: 'Gelb',
  green: 'Grün',
  teal: 'Türkis',
  blue: 'Blau',
  purple: 'Lila',
  pink: 'Rosa',
};

export const statuses: Texts<typeof english> = {
  title: 'Status',
  hint: 'Namen, Farben und Reihenfolge der Status auf Boards, Seiten, in Widgets und E-Mails. Eigene Status gehören zu einem Zustand, dessen Wert API, Webhooks und URLs behalten.',
  add: 'Neuer Status',
  custom: 'Neuer Status',
  nameOfCustom: 'Name des eigenen Status',
  namePlaceholder: 'Geplant für Q3',
  stateOf: (name) => `Zustand von ${name}`,
  countsAs: (state) => `Zählt als ${state}`,
  remove: (name) => `${name} entfernen`,
  nameOf: (standard) => `Name von „${standard}“`,
  colorOf: (name) => `Farbe von ${name}`,
  standard: 'Standardfarbe',
  colors,
  moveUp: (name) => `${name} nach oben`,
  moveDown: (name) => `${name} nach unten`,
  reset: 'Standard wiederherstellen',
  saved: 'Status gespeichert',
};
