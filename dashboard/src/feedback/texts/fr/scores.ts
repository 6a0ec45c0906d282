import type { scores as english } from '../en/scores.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const voters = (count: number) => plural(count, { one: '# votant', other: '# votants' });

export const scores: Texts<typeof english> = {
  new: 'Nouveau score',
  edit: 'Modifier le score',
  editTitle: (name) => `Score « ${name} »`,
  name: 'Nom',
  nameHint: 'Minuscules, chiffres, - et _. Le nom ne pourra plus être modifié.',
  explanation:
    'Un score pondère les demandes selon les personnes qui votent. Seules comptent les personnes que votre produit identifie ; les autres sont inconnues.',
  term: (number) => `Terme ${number}`,
  addTerm: 'Ajouter un terme',
  removeTerm: (number) => `Retirer le terme ${number}`,
  kind: 'Ce qui compte',
  kinds: {
    voters: 'Votants',
    active: 'Votants actifs',
    silent: 'Votants devenus inactifs',
    event: 'Votants avec un événement',
    page: 'Votants d’une page',
    attribute: 'Somme d’un attribut',
    company_attribute: 'Somme sur les entreprises',
    revenue: 'Revenu des votants',
  },
  subjects: {
    event: 'Événement',
    page: 'Page',
    attribute: 'Attribut',
    currency: 'Devise',
  },
  days: 'Jours',
  period: (days) => plural(days, { one: '# jour', other: '# jours' }),
  weight: 'Points par unité',
  save: 'Enregistrer le score',
  saved: 'Score enregistré',
  delete: 'Supprimer le score',
  deleted: 'Score supprimé',
  weights: 'Poids',
  saveWeights: 'Enregistrer les poids',
  reset: 'Réinitialiser',
  pending: 'Le score est en cours de calcul. Rechargez dans quelques secondes.',
  demand: 'Demande',
  explain: (name, total, count) => `${plural(total, { one: '# point', other: '# points' })} selon « ${name} », ${voters(count)}`,
  unknown: (count) => (count ? plural(count, { one: '# votant inconnu', other: '# votants inconnus' }) : ''),
};
