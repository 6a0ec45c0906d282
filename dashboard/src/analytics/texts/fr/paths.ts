import type { paths as english } from '../en/paths.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const paths: Texts<typeof english> = {
  hint: 'Sélectionnez une page ou un événement pour ne voir que les parcours qui passent par là, et les étapes suivantes.',
  start: 'De',
  end: 'À',
  kinds: { page: 'Page', event: 'Événement' },
  direction: 'Sens',
  directions: { next: 'Étapes suivantes', previous: 'Étapes précédentes' },
  shown: 'Étapes',
  events: { exclude: 'Pages', include: 'Pages et événements' },
  by: 'Compter',
  bys: { person: 'Personnes', visit: 'Visites' },
  depth: 'Longueur',
  depths: (steps) => plural(steps, { one: '# étape', other: '# étapes' }),
  people: (count) => plural(count, { one: '# personne', other: '# personnes' }),
  visits: (count) => plural(count, { one: '# visite', other: '# visites' }),
  step: (number, direction) =>
    number === 0 ? (direction === 'next' ? 'Début' : 'Fin') : direction === 'next' ? `Étape ${number}` : `${number} avant`,
  other: 'Autre',
  left: 'Plus d’étapes',
  began: 'Rien avant',
  node: (name, count, share) => `${name} : ${count}, ${share}`,
  through: 'Uniquement les parcours passant par',
  noLonger: (name) => `Retirer ${name} des parcours`,
  startHere: (name) => `Commencer par ${name}`,
  endHere: (name) => `Finir par ${name}`,
  back: 'Retour',
  from: 'De',
  to: 'À',
  share: 'Part',
  mostFrequent: 'Parcours les plus fréquents',
  none: 'Aucun parcours avec cette page ou cet événement sur cette période',
  noneThrough: 'Aucun parcours ne passe par ces étapes sur cette période',
};
