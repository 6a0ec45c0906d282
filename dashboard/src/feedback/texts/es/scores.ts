import type { scores as english } from '../en/scores.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const voters = (count: number) => plural(count, { one: '# votante', other: '# votantes' });

/** Scores of feedback. */
export const scores: Texts<typeof english> = {
  new: 'Nueva puntuación',
  edit: 'Editar puntuación',
  editTitle: (name) => `Puntuación «${name}»`,
  name: 'Nombre',
  nameHint: 'Minúsculas, dígitos, - y _. El nombre no se puede cambiar después.',
  explanation:
    'Una puntuación pondera las solicitudes según quién las vota. Solo cuentan las personas que tu producto identifica; las demás son desconocidas.',
  term: (number) => `Término ${number}`,
  addTerm: 'Añadir término',
  removeTerm: (number) => `Quitar el término ${number}`,
  kind: 'Qué cuenta',
  kinds: {
    voters: 'Votantes',
    active: 'Votantes activos',
    silent: 'Votantes que dejaron de venir',
    event: 'Votantes con un evento',
    page: 'Votantes de una página',
    attribute: 'Suma de un atributo',
    company_attribute: 'Suma de las empresas',
    revenue: 'Ingresos de los votantes',
  },
  subjects: {
    event: 'Evento',
    page: 'Página',
    attribute: 'Atributo',
    currency: 'Moneda',
  },
  days: 'Días',
  period: (days) => plural(days, { one: '# día', other: '# días' }),
  weight: 'Puntos por unidad',
  save: 'Guardar puntuación',
  saved: 'Puntuación guardada',
  delete: 'Eliminar puntuación',
  deleted: 'Puntuación eliminada',
  weights: 'Pesos',
  saveWeights: 'Guardar pesos',
  reset: 'Restablecer',
  pending: 'La puntuación se está calculando. Recarga en unos segundos.',
  demand: 'Demanda',
  explain: (name, total, count) => `${plural(total, { one: '# punto', other: '# puntos' })} según «${name}», ${voters(count)}`,
  unknown: (count) => (count ? plural(count, { one: '# votante desconocido', other: '# votantes desconocidos' }) : ''),
};
