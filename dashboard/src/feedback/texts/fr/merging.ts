import type { merging as english } from '../en/merging.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const merging: Texts<typeof english> = {
  title: (count) => `Fusionner ${count} entrées`,
  intoTitle: 'Fusionner avec une autre entrée',
  hint: 'Les votes, les commentaires et les abonnés sont réunis, chaque personne une seule fois. Vous pouvez annuler la fusion.',
  search: 'Rechercher l’entrée cible',
  stays: 'Entrée qui reste',
  staysBadge: 'Reste',
  addTarget: 'Fusionner avec une autre entrée…',
  otherTarget: 'Choisir une autre entrée…',
  result: 'Après la fusion',
  repeated: (count) =>
    plural(count, { one: '(# personne a voté deux fois et compte une fois)', other: '(# votes répétés comptent une fois)' }),
  reveals: (count) =>
    plural(count, {
      one: '# commentaire sera visible pour des personnes qui ne peuvent pas le voir actuellement.',
      other: '# commentaires seront visibles pour des personnes qui ne peuvent pas les voir actuellement.',
    }),
  followers: 'Abonnés',
  titles: (others) =>
    others === 1
      ? 'L’autre entrée garde son titre comme doublon et mène à celle-ci. Vous pouvez annuler la fusion.'
      : `Les ${others} autres entrées gardent leur titre comme doublons et mènent à celle-ci. Vous pouvez annuler la fusion.`,
  similar: (count) => plural(count, { one: '# similaire', other: '# similaires' }),
  similarTitle: (count) => plural(count, { one: '# entrée similaire', other: '# entrées similaires' }),
  similarTo: (title) => `Doublons possibles de « ${title} »`,
  dismiss: 'Pas un doublon',
  dismissNamed: (title) => `Pas un doublon : ${title}`,
  dismissed: (title) => `« ${title} » n’est pas un doublon`,
  merge: 'Fusionner…',
  confirm: (count) => `Fusionner ${count} entrées`,
};
