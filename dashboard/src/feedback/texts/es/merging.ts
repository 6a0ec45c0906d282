import type { merging as english } from '../en/merging.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts of merging entries of feedback. */
export const merging: Texts<typeof english> = {
  title: (count) => plural(count, { one: 'Combinar # entrada', other: 'Combinar # entradas' }),
  intoTitle: 'Combinar en otra entrada',
  hint: 'Los votos, comentarios y seguidores se combinan, cada persona una vez. Puedes deshacer la combinación.',
  search: 'Busca la entrada de destino',
  stays: 'Entrada que permanece',
  staysBadge: 'Permanece',
  addTarget: 'Combinar en otra entrada…',
  otherTarget: 'Seleccionar otra entrada…',
  result: 'Tras combinar',
  repeated: (count) =>
    plural(count, { one: '(# persona votó dos veces y cuenta una)', other: '(# votos repetidos cuentan una vez)' }),
  reveals: (count) =>
    plural(count, {
      one: '# comentario será visible para personas que ahora no pueden verlo.',
      other: '# comentarios serán visibles para personas que ahora no pueden verlos.',
    }),
  followers: 'Seguidores',
  titles: (others) =>
    plural(others, {
      one: 'La otra entrada conserva su título como duplicada y lleva a esta. Puedes deshacer la combinación.',
      other: 'Las otras # entradas conservan sus títulos como duplicadas y llevan a esta. Puedes deshacer la combinación.',
    }),
  /** Label of a row. */
  similar: (count) => plural(count, { one: '# similar', other: '# similares' }),
  similarTitle: (count) => plural(count, { one: '# entrada similar', other: '# entradas similares' }),
  similarTo: (title) => `Posibles duplicados de «${title}»`,
  dismiss: 'No es un duplicado',
  dismissNamed: (title) => `No es un duplicado: ${title}`,
  dismissed: (title) => `«${title}» no es un duplicado`,
  merge: 'Combinar…',
  confirm: (count) => plural(count, { one: 'Combinar # entrada', other: 'Combinar # entradas' }),
};
