import type { PaletteColor } from '@earshot/contract/shared/palette';

const colors: Record<PaletteColor, string> = {
  gray: 'Gray',
  red: 'Red',
  orange: 'Orange',
  yellow: 'Yellow',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  purple: 'Purple',
  pink: 'Pink',
};

export const statuses = {
  title: 'Statuses',
  hint: 'Names, colors and order of statuses on boards, pages, widgets and in emails. Custom statuses belong to a state, whose value the API, webhooks and URLs keep.',
  add: 'New status',
  custom: 'New status',
  nameOfCustom: 'Name of the custom status',
  namePlaceholder: 'Planned for Q3',
  stateOf: (name: string) => `State of ${name}`,
  countsAs: (state: string) => `Counts as ${state}`,
  remove: (name: string) => `Remove ${name}`,
  nameOf: (standard: string) => `Name of “${standard}”`,
  colorOf: (name: string) => `Color of ${name}`,
  standard: 'Standard color',
  colors,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  reset: 'Restore the standard',
  saved: 'Statuses saved',
};
