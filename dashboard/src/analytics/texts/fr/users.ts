import type { users as english } from '../en/users.ts';
import type { Texts } from '../../../texts/texts.ts';

export const users: Texts<typeof english> = {
  lists: 'Liste',
  listNames: { users: 'Personnes', visits: 'Visites' },
  sort: 'Trier par',
  sorts: { last_seen: 'Dernière visite', first_seen: 'Première visite', visits: 'Visites', events: 'Événements' },
  hint: 'Personnes dont les événements ont un identifiant d’utilisateur. Les visiteurs anonymes le restent et ne sont pas listés.',
  user: 'Personne',
  lastSeen: 'Dernière visite',
  firstSeen: 'Première visite',
  visits: 'Visites',
  views: 'Vues',
  events: 'Événements',
  start: 'Début',
  pages: 'Pages',
  source: 'Source',
  place: 'Pays et appareil',
  direct: 'Direct',
  visitsOf: (user, visits) => `${visits === '1' ? '1 visite' : `${visits} visites`} de ${user}`,
  empty: 'Aucune personne avec un identifiant d’utilisateur sur cette période',
  emptyHint: 'Envoyez des événements avec un identifiant d’utilisateur, ou appelez earshot.identify() après la connexion.',
  noVisits: 'Aucune visite de personnes avec un identifiant d’utilisateur sur cette période',
  forMembers: 'Seuls les membres voient les personnes',
  forMembersHint: 'Les identifiants et les noms sont des données personnelles, que les lecteurs ne peuvent pas voir.',
};
