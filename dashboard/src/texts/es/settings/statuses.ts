import type { statuses as english } from '../../en/settings/statuses.ts';
import type { Texts } from '../../texts.ts';
import type { PaletteColor } from '@earshot/contract/shared/palette';

const colors: Record<PaletteColor, string> = {
  gray: 'Gris',
  red: 'Rojo',
  orange: 'Naranja',
  yellow: 'Amarillo',
  green: 'Verde',
  teal: 'Turquesa',
  blue: 'Azul',
  purple: 'Morado',
  pink: 'Rosa',
};

export const statuses: Texts<typeof english> = {
  title: 'Estados',
  hint: 'Nombres, colores y orden de los estados en tableros, páginas, widgets y correos. Los estados personalizados pertenecen a un estado base, cuyo valor mantienen la API, los webhooks y las URL.',
  add: 'Nuevo estado',
  custom: 'Nuevo estado',
  nameOfCustom: 'Nombre del estado personalizado',
  namePlaceholder: 'Planificado para el T3',
  stateOf: (name) => `Estado base de ${name}`,
  countsAs: (state) => `Cuenta como ${state}`,
  remove: (name) => `Quitar ${name}`,
  nameOf: (standard) => `Nombre de «${standard}»`,
  colorOf: (name) => `Color de ${name}`,
  standard: 'Color estándar',
  colors,
  moveUp: (name) => `Subir ${name}`,
  moveDown: (name) => `Bajar ${name}`,
  reset: 'Restaurar el estándar',
  saved: 'Estados guardados',
};
