import type { boards as english } from '../../en/settings/boards.ts';
import type { Texts } from '../../texts.ts';

export const boards: Texts<typeof english> = {
  title: 'Tableaux',
  board: 'Tableau',
  hint: 'Les entrées appartiennent à un tableau, qui décide qui peut les lire. Sans autre choix, elles appartiennent au tableau par défaut.',
  name: 'Nom',
  slug: 'Slug',
  slugHint: 'Partie de l’URL de la page du tableau.',
  description: 'Description',
  access: 'Qui peut lire',
  accessHint: 'Toute personne qui peut lire un tableau peut y envoyer un avis.',
  accesses: {
    public: 'Tout le monde',
    signed_in: 'Utilisateurs identifiés',
    segment: 'Segment de personnes',
    submit_only: 'Équipe et auteur',
    team: 'Équipe',
  },
  fields: 'Champs personnalisés du formulaire',
  allFields: 'Tous les champs',
  entries: 'Entrées',
  default: 'Par défaut',
  new: 'Nouveau tableau…',
  newTitle: 'Nouveau tableau',
  create: 'Créer le tableau',
  edit: 'Modifier',
  editOf: (name) => `Modifier ${name}`,
  editTitle: 'Modifier le tableau',
  moveUp: (name) => `Monter ${name}`,
  moveDown: (name) => `Descendre ${name}`,
  deleteOf: (name) => `Supprimer ${name}`,
  deleteTitle: (name) => `Supprimer le tableau « ${name} » ?`,
  deleteHint: (count) =>
    count === 0
      ? 'Le tableau n’a aucune entrée.'
      : `${count === 1 ? 'Une entrée passe' : `${count} entrées passent`} vers le tableau choisi.`,
  moveTo: 'Déplacer les entrées vers',
  saved: 'Tableau enregistré',
  removed: 'Tableau supprimé',
  deleted: 'Tableau supprimé',
};
