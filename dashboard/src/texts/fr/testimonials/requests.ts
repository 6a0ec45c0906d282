import type { requests as english } from '../../en/testimonials/requests.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { one: '# personne', other: '# personnes' });

export const requests: Texts<typeof english> = {
  rules: 'Règles',
  hint: 'Les règles demandent un témoignage au bon moment, une fois par an au plus.',
  new: 'Nouvelle règle',
  newTitle: 'Demander des témoignages',
  editTitle: 'Modifier la règle',
  none: 'Aucune règle pour l’instant',
  noneHint:
    'Sollicitez les personnes quand elles ont utilisé ce qu’elles avaient demandé, atteint un objectif ou trouvé une réponse utile.',
  name: 'Nom',
  trigger: 'Quand',
  triggers: {
    release_used: 'Utilisation d’une version demandée',
    goal_reached: 'Objectif atteint',
    answer_helpful: 'Réponse jugée utile',
  },
  step: 'Objectif',
  steps: { event: 'Événement', page: 'Page' },
  event: 'Nom d’événement',
  page: 'Chemin de la page',
  times: 'Combien de fois',
  reached: (step, times) => (times === 1 ? `${step} atteint` : `${step} atteint ${times} fois`),
  channel: 'Comment',
  channels: { mail: 'Par e-mail', widget: 'Dans le widget' },
  channelHints: {
    mail: 'Les personnes avec une adresse confirmée reçoivent un e-mail, avec un lien pour refuser.',
    widget: 'Les utilisateurs avec un jeton signé voient le formulaire là où vous l’intégrez avec l’attribut when-asked.',
  },
  message: 'Votre propre phrase (facultatif)',
  enabled: 'Solliciter',
  disabled: 'En pause',
  results: 'Résultats',
  rates: (asked, answered, declined) =>
    `${plural(asked, { one: '# personne sollicitée', other: '# personnes sollicitées' })}, ${plural(answered, { one: '# réponse', other: '# réponses' })}, ${formatNumber(declined)} refus`,
  candidates: (count) => (count ? `Solliciterait ${people(count)} maintenant` : 'Personne à solliciter maintenant'),
  create: 'Créer la règle',
  saved: 'Règle enregistrée',
  editOf: (name) => `Modifier ${name}`,
  deleteOf: (name) => `Supprimer ${name}`,
  deleteTitle: (name) => `Supprimer ${name} ?`,
  deleteHint: 'Ses demandes restent, afin que personne ne soit sollicité deux fois en un an.',
  asked: 'Personnes sollicitées',
  nobody: 'Personne n’a encore été sollicité',
  person: 'Personne',
  erased: 'Personne inconnue',
  about: 'Au sujet de',
  status: 'Statut',
  statuses: { open: 'En attente', answered: 'Avec réponse', declined: 'Refusé' },
  when: 'Demande',
};
