import type { PaletteColor } from '@earshot/contract/shared/palette';
import type { statuses as english } from '../../en/settings/statuses.ts';
import type { Texts } from '../../texts.ts';

const colors: Record<PaletteColor, string> = {
  gray: 'Gris',
  red: 'Rouge',
  orange: 'Orange',
  yellow: 'Jaune',
  green: 'Vert',
  teal: 'Turquoise',
  blue: 'Bleu',
  purple: 'Violet',
  pink: 'Rose',
};

export const statuses: Texts<typeof english> = {
  title: 'Statuts',
  hint: 'Noms, couleurs et ordre des statuts sur les tableaux, les pages, dans les widgets et les e-mails. Les statuts personnalisés appartiennent à un état, dont l’API, les webhooks et les URL gardent la valeur.',
  add: 'Nouveau statut',
  custom: 'Nouveau statut',
  nameOfCustom: 'Nom du statut personnalisé',
  namePlaceholder: 'Prévu au T3',
  stateOf: (name) => `État de ${name}`,
  countsAs: (state) => `Compte comme ${state}`,
  remove: (name) => `Retirer ${name}`,
  nameOf: (standard) => `Nom de « ${standard} »`,
  colorOf: (name) => `Couleur de ${name}`,
  standard: 'Couleur standard',
  colors,
  moveUp: (name) => `Monter ${name}`,
  moveDown: (name) => `Descendre ${name}`,
  reset: 'Rétablir le standard',
  saved: 'Statuts enregistrés',
};
