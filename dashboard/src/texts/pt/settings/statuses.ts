import type { statuses as english } from '../../en/settings/statuses.ts';
import type { Texts } from '../../texts.ts';
import type { PaletteColor } from '@earshot/contract/shared/palette';

const colors: Record<PaletteColor, string> = {
  gray: 'Cinza',
  red: 'Vermelho',
  orange: 'Laranja',
  yellow: 'Amarelo',
  green: 'Verde',
  teal: 'Turquesa',
  blue: 'Azul',
  purple: 'Roxo',
  pink: 'Rosa',
};

export const statuses: Texts<typeof english> = {
  title: 'Status',
  hint: 'Nomes, cores e ordem dos status em quadros, páginas, widgets e e-mails. Status personalizados pertencem a um status base, cujo valor a API, os webhooks e as URLs mantêm.',
  add: 'Novo status',
  custom: 'Novo status',
  nameOfCustom: 'Nome do status personalizado',
  namePlaceholder: 'Planejado para o 3º tri',
  stateOf: (name) => `Status base de ${name}`,
  countsAs: (state) => `Conta como ${state}`,
  remove: (name) => `Remover ${name}`,
  nameOf: (standard) => `Nome de “${standard}”`,
  colorOf: (name) => `Cor de ${name}`,
  standard: 'Cor padrão',
  colors,
  moveUp: (name) => `Mover ${name} para cima`,
  moveDown: (name) => `Mover ${name} para baixo`,
  reset: 'Restaurar o padrão',
  saved: 'Status salvos',
};
