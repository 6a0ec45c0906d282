import type { outcomes as english } from '../../en/outcomes/page.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { one: '# persona', other: '# personas' });

/** Page that starts with what needs attention. */
export const outcomes: Texts<typeof english> = {
  title: 'Resultados',
  lead: 'Qué pide la gente, si lo usa y qué no encuentra.',
  demand: 'Solicitudes con más demanda',
  demandBy: (score) => `Solicitudes abiertas según la puntuación «${score}»`,
  demandByVotes: 'Solicitudes abiertas por votos. Una puntuación también cuenta quién vota y qué hace.',
  noDemand: 'No hay solicitudes abiertas',
  points: (count) => (count === 1 ? 'punto' : 'puntos'),
  votes: (count) => (count === 1 ? 'voto' : 'votos'),
  searchesOf: (count) => (count === 1 ? 'búsqueda' : 'búsquedas'),
  people: (count) => (count === 1 ? 'persona' : 'personas'),
  silent: 'sin volver',
  searches: (count) => plural(count, { one: '# búsqueda', other: '# búsquedas' }),
  allDemand: 'Abrir feedback',
  releases: 'Lanzamientos cuyos solicitantes no han vuelto',
  releasesHint: 'Personas que pidieron un lanzamiento y no lo han usado.',
  noReleases: 'No hay lanzamientos con personas sin volver. Indica un evento de éxito al escribir una entrada de novedades.',
  used: (used, identified) =>
    `${plural(used, { one: 'Lo usó', other: 'Lo usaron' })} ${formatNumber(used)} de ${people(identified)}`,
  askWhy: (count) => plural(count, { one: 'Preguntar por qué a # persona', other: 'Preguntar por qué a # personas' }),
  askWhyOf: (count, title) =>
    `${plural(count, { one: 'Preguntar por qué a # persona', other: 'Preguntar por qué a # personas' })}: ${title}`,
  allReleases: 'Abrir novedades',
  unanswered: 'Búsquedas sin respuesta',
  unansweredHint: 'Búsquedas de los últimos 90 días que no encontraron nada, o nada que mereciera abrirse.',
  noUnanswered: 'No hay búsquedas sin respuesta',
  allSearches: 'Abrir centro de ayuda',
  praise: 'Personas a las que pedir un testimonio',
  praiseHint: 'Las reglas preguntan en el momento adecuado, como máximo una vez al año.',
  noPraise: 'Todavía no hay reglas. Una regla pregunta a quienes usan lo que pidieron.',
  results: (asked, answered) =>
    `${plural(asked, { one: '# preguntada', other: '# preguntadas' })}, ${plural(answered, { one: '# respondió', other: '# respondieron' })}`,
  paused: 'En pausa',
  allPraise: 'Abrir solicitudes',
};
