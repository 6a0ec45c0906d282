import type { questions as englishQuestions, rewards as englishRewards } from '../../en/settings/waitlist.ts';
import type { Texts } from '../../texts.ts';

export const questions: Texts<typeof englishQuestions> = {
  title: 'Formulaire',
  hint: 'Jusqu’à dix questions du formulaire d’inscription, en plus du nom et de l’adresse e-mail. Les questions archivées ne sont plus posées et gardent leurs réponses.',
  empty: 'Aucune question',
  new: 'Nouvelle question…',
  newTitle: 'Nouvelle question',
  create: 'Créer la question',
  editTitle: 'Modifier la question',
  saved: 'Question enregistrée',
  removed: 'Question supprimée',
  deleteTitle: (name) => `Supprimer la question « ${name} » ?`,
  deleteHint:
    'Ses réponses ne sont plus affichées. Archivez la question pour les garder dans les listes, les filtres et les exportations.',
};

export const rewards: Texts<typeof englishRewards> = {
  title: 'Récompenses',
  hint: 'Récompenses de parrainage. Chacun voit la prochaine sur sa page et dans le widget, et reçoit un e-mail quand il en obtient une.',
  empty: 'Aucune récompense',
  new: 'Nouvelle récompense…',
  newTitle: 'Nouvelle récompense',
  create: 'Créer la récompense',
  edit: 'Modifier',
  editOf: (name) => `Modifier ${name}`,
  editTitle: 'Modifier la récompense',
  name: 'Nom',
  text: 'Texte',
  textHint: 'Indique comment recevoir la récompense.',
  referrals: 'Parrainages',
  deleteOf: (name) => `Supprimer ${name}`,
  deleteTitle: (name) => `Supprimer la récompense « ${name} » ?`,
  deleteHint: 'La récompense n’est plus visible, même par les personnes qui l’ont obtenue.',
  saved: 'Récompense enregistrée',
  removed: 'Récompense supprimée',
};
