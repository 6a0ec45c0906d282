import type { DeclaredType } from '@earshot/contract/shared/fields';
import type { AttributeOperator } from '@earshot/contract/instance/values';
import type { fields as english } from '../../en/settings/fields.ts';
import type { Texts } from '../../texts.ts';

const types: Record<DeclaredType, string> = {
  text: 'Texte',
  long_text: 'Texte long',
  number: 'Nombre',
  boolean: 'Oui ou non',
  date: 'Date',
  select: 'Choix',
  multi_select: 'Choix multiple',
  url: 'URL',
};

const operators: Record<AttributeOperator, string> = {
  is: 'est',
  is_not: 'n’est pas',
  gt: 'est supérieur à',
  gte: 'est au moins',
  lt: 'est inférieur à',
  lte: 'est au plus',
  is_set: 'est défini',
  is_not_set: 'n’est pas défini',
};

export const fields: Texts<typeof english> = {
  title: 'Champs personnalisés',
  hint: 'Champs supplémentaires des entrées. Les champs publics figurent dans les formulaires et sur les pages ; les champs internes sont réservés aux membres.',
  empty: 'Aucun champ personnalisé',
  new: 'Nouveau champ…',
  newTitle: 'Nouveau champ',
  create: 'Créer le champ',
  edit: 'Modifier',
  editOf: (name) => `Modifier ${name}`,
  editTitle: 'Modifier le champ',
  label: 'Libellé',
  key: 'Clé',
  keyHint: 'Nom dans l’API et les exportations, qui ne peut plus être modifié.',
  type: 'Type',
  types,
  options: 'Options',
  optionsHint: 'Une option par ligne.',
  access: 'Qui le voit',
  public: 'Tout le monde',
  internal: 'Membres',
  state: 'État',
  asked: 'Dans le formulaire',
  archived: 'Archivé',
  archive: 'Archiver',
  archiveOf: (name) => `Archiver ${name}`,
  restore: 'Restaurer',
  restoreOf: (name) => `Restaurer ${name}`,
  accessHint: 'Les visiteurs remplissent les champs publics, et tout le monde lit leurs valeurs.',
  required: 'Obligatoire dans les formulaires',
  requiredTag: 'Obligatoire',
  moveUp: (name) => `Monter ${name}`,
  moveDown: (name) => `Descendre ${name}`,
  deleteOf: (name) => `Supprimer ${name}`,
  deleteTitle: (name) => `Supprimer le champ « ${name} » ?`,
  deleteHint:
    'Les entrées n’affichent plus ses valeurs. Elles reviennent quand un champ avec la même clé et le même type est créé.',
  saved: 'Champ enregistré',
  removed: 'Champ supprimé',
  none: '–',
  yes: 'Oui',
  no: 'Non',
  operators,
  value: 'Valeur',
};
