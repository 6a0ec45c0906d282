import type { effect as english } from '../../en/outcomes/effect.ts';
import type { Texts } from '../../texts.ts';

const inDays = (days: number) => (days === 1 ? 'le premier jour' : `les ${days} premiers jours`);

export const effect: Texts<typeof english> = {
  title: 'Effet de cette version',
  table: 'Chiffres après la version',
  figure: 'Chiffre',
  since: 'Depuis la version',
  usual: 'Plage habituelle',
  verdict: 'Résultat',
  metrics: {
    success: 'Événements de réussite',
    conversion_rate: 'Taux de conversion',
    bounce_rate: 'Taux de rebond',
    feedback: 'Nouveaux avis',
  },
  conversion: (goal) => `Conversion : ${goal}`,
  verdicts: { rise: 'Plus haut', fall: 'Plus bas', none: 'Aucun effet visible', unknown: 'Trop peu de données' },
  none: (days, unknown) =>
    `Aucun effet visible ${inDays(days)} : ${unknown ? 'les chiffres avec assez de données' : 'tous les chiffres'} sont dans leur plage habituelle.`,
  visible: (name, isRise, after, range) => `${name} : en ${isRise ? 'hausse' : 'baisse'} à ${after}, habituellement ${range}.`,
  unknown: 'Il y a trop peu de données : une plage habituelle demande quatre semaines entières avant la version.',
  tooEarly: 'Les premiers chiffres apparaissent à la fin du jour de la publication.',
  others: (count) =>
    count === 1
      ? 'Une autre entrée a été publiée les mêmes jours et peut en être la cause.'
      : `${count} autres entrées ont été publiées les mêmes jours et peuvent en être la cause.`,
  hint: 'Comparé aux mêmes jours de la semaine des 8 semaines précédentes. Un chiffre sur vingt sort de sa plage par hasard.',
};
