import type { funnels as english } from '../en/funnels.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const funnels: Texts<typeof english> = {
  hint: 'Taux de conversion de chaque étape, et où les visiteurs abandonnent',
  saved: 'Entonnoirs enregistrés',
  newFunnel: 'Nouvel entonnoir',
  unsaved: 'Non enregistré',
  steps: 'Étapes',
  step: (number) => `Étape ${number}`,
  stepKind: (number) => `Type de l’étape ${number}`,
  kinds: { page: 'Page', event: 'Événement' },
  addStep: 'Ajouter une étape',
  stepConditions: (number) => `Conditions de l’étape ${number}`,
  removeStep: (number) => `Retirer l’étape ${number}`,
  stepExamples: { page: '/pricing', event: 'signed_up' },
  order: 'Ordre',
  orders: { loose: 'Successif', strict: 'Directement consécutif', any: 'Ordre quelconque' },
  by: 'Compter',
  bys: { person: 'Personnes', visit: 'Visites' },
  window: 'Délai',
  windowOf: (seconds) =>
    seconds % 86_400 === 0
      ? plural(seconds / 86_400, { one: '# jour', other: '# jours' })
      : seconds % 3_600 === 0
        ? plural(seconds / 3_600, { one: '# heure', other: '# heures' })
        : plural(seconds, { one: '# seconde', other: '# secondes' }),
  tooFewSteps: 'Saisissez une page ou un événement pour voir les conversions.',
  overall: 'Conversion globale',
  overallHint: (last, first) => `${last} sur ${first} ont terminé toutes les étapes`,
  compareBy: 'Comparer par',
  ofPrevious: (rate) => `${rate} de l’étape précédente`,
  anyPage: 'Toute page',
  droppedOff: (count, rate) => `${count} ont abandonné, ${rate}`,
  wasBefore: (count, rate) => `Période de comparaison : ${count}, ${rate} de l’étape précédente`,
  firstBefore: (count) => `Période de comparaison : ${count}`,
  estimate: (share) => `Estimer à partir de ${share} des personnes`,
  estimateHint: 'Plus rapide pour un grand nombre d’événements',
  standardErrors: (first, last) => `Erreur type : ${first} à la première étape, ${last} à la dernière`,
  save: 'Enregistrer l’entonnoir…',
  saveTitle: 'Enregistrer l’entonnoir',
  saveChanges: 'Enregistrer les modifications',
  discard: 'Abandonner les modifications',
  saveAs: 'Enregistrer comme nouveau…',
  name: 'Nom',
  nameHint: 'Par exemple « Des tarifs à l’inscription »',
  actions: (name) => `Actions pour ${name}`,
  rename: 'Renommer…',
  renameTitle: 'Renommer l’entonnoir',
  delete: 'Supprimer…',
  deleteTitle: (name) => `Supprimer l’entonnoir « ${name} » ?`,
  deleteHint: 'Les événements sont conservés.',
  deleteLabel: 'Supprimer',
  wasSaved: 'Entonnoir enregistré',
};
