import type { companies as english } from '../../en/directory/companies.ts';
import type { Texts } from '../../texts.ts';

export const companies: Texts<typeof english> = {
  title: 'Entreprises',
  search: 'Rechercher par nom ou identifiant',
  filters: 'Filtres',
  company: 'Entreprise',
  id: 'ID',
  people: 'Personnes',
  created: 'Première visite',
  empty: 'Aucune entreprise pour l’instant',
  emptyHint:
    'Les entreprises apparaissent ici quand des jetons utilisateur signés ou votre serveur indiquent l’entreprise d’une personne.',
  noMatches: 'Aucune entreprise ne correspond à cette recherche',
  forMembers: 'Seuls les membres voient les entreprises',
  forMembersHint: 'Les entreprises et leurs personnes sont des données personnelles, que les lecteurs ne peuvent pas voir.',
  details: 'Détails',
  attributes: 'Attributs',
  noAttributes: 'Aucun attribut',
  noPeople: 'Aucune personne',
  allPeople: (count) => `Afficher les ${count} personnes`,
};
