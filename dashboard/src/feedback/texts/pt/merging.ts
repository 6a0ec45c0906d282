import type { merging as english } from '../en/merging.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts of merging entries of feedback. */
export const merging: Texts<typeof english> = {
  title: (count) => plural(count, { one: 'Unificar # entrada', other: 'Unificar # entradas' }),
  intoTitle: 'Unificar em outra entrada',
  hint: 'Votos, comentários e seguidores são combinados, cada pessoa uma vez. Você pode desfazer a unificação.',
  search: 'Busque a entrada de destino',
  stays: 'Entrada que permanece',
  staysBadge: 'Permanece',
  addTarget: 'Unificar em outra entrada…',
  otherTarget: 'Selecionar outra entrada…',
  result: 'Após unificar',
  repeated: (count) =>
    plural(count, { one: '(# pessoa votou duas vezes e conta uma)', other: '(# votos repetidos contam uma vez)' }),
  reveals: (count) =>
    plural(count, {
      one: '# comentário ficará visível para pessoas que não podem vê-lo agora.',
      other: '# comentários ficarão visíveis para pessoas que não podem vê-los agora.',
    }),
  followers: 'Seguidores',
  titles: (others) =>
    plural(others, {
      one: 'A outra entrada mantém o título como duplicada e leva a esta. Você pode desfazer a unificação.',
      other: 'As outras # entradas mantêm os títulos como duplicadas e levam a esta. Você pode desfazer a unificação.',
    }),
  /** Label of a row. */
  similar: (count) => plural(count, { one: '# semelhante', other: '# semelhantes' }),
  similarTitle: (count) => plural(count, { one: '# entrada semelhante', other: '# entradas semelhantes' }),
  similarTo: (title) => `Possíveis duplicados de “${title}”`,
  dismiss: 'Não é um duplicado',
  dismissNamed: (title) => `Não é um duplicado: ${title}`,
  dismissed: (title) => `“${title}” não é um duplicado`,
  merge: 'Unificar…',
  confirm: (count) => plural(count, { one: 'Unificar # entrada', other: 'Unificar # entradas' }),
};
