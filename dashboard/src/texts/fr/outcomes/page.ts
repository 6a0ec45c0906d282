import type { outcomes as english } from '../../en/outcomes/page.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { one: '# personne', other: '# personnes' });

export const outcomes: Texts<typeof english> = {
  title: 'Impact',
  lead: 'Ce que l’on demande, si l’on s’en sert, et ce que l’on ne trouve pas.',
  demand: 'Demandes les plus fortes',
  demandBy: (score) => `Demandes ouvertes selon le score « ${score} »`,
  demandByVotes: 'Demandes ouvertes par votes. Un score tient aussi compte des votants et de ce qu’ils font.',
  noDemand: 'Aucune demande ouverte',
  points: (count) => plural(count, { one: 'point', other: 'points' }),
  votes: (count) => plural(count, { one: 'vote', other: 'votes' }),
  searchesOf: (count) => plural(count, { one: 'recherche', other: 'recherches' }),
  people: (count) => plural(count, { one: 'personne', other: 'personnes' }),
  silent: 'inactives',
  searches: (count) => plural(count, { one: '# recherche', other: '# recherches' }),
  allDemand: 'Ouvrir les avis',
  releases: 'Versions dont les demandeurs ne sont pas revenus',
  releasesHint: 'Personnes qui ont demandé une version et ne l’ont pas utilisée.',
  noReleases: 'Aucune version n’a de personnes inactives. Indiquez un événement de réussite quand vous écrivez une nouveauté.',
  used: (used, identified) => `${formatNumber(used)} sur ${people(identified)} l’ont utilisé`,
  askWhy: (count) => `Demander pourquoi à ${people(count)}`,
  askWhyOf: (count, title) => `Demander pourquoi à ${people(count)} : ${title}`,
  allReleases: 'Ouvrir les nouveautés',
  unanswered: 'Recherches sans réponse',
  unansweredHint: 'Recherches des 90 derniers jours qui n’ont rien trouvé, ou rien qui mérite d’être ouvert.',
  noUnanswered: 'Aucune recherche sans réponse',
  allSearches: 'Ouvrir le centre d’aide',
  praise: 'Personnes à qui demander un témoignage',
  praiseHint: 'Les règles demandent au bon moment, une fois par an au plus.',
  noPraise: 'Aucune règle pour l’instant. Une règle sollicite les personnes qui utilisent ce qu’elles ont demandé.',
  results: (asked, answered) =>
    `${plural(asked, { one: '# sollicitation', other: '# sollicitations' })}, ${plural(answered, { one: '# réponse', other: '# réponses' })}`,
  paused: 'En pause',
  allPraise: 'Ouvrir les demandes',
};
