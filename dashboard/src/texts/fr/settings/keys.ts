import type { keys as english } from '../../en/settings/keys.ts';
import type { Texts } from '../../texts.ts';

export const keys: Texts<typeof english> = {
  title: 'Clés d’API',
  hint: 'Une clé identifie ce projet sur un site ou dans une application. Les clés sont publiques et ne donnent accès ni aux données personnelles ni aux réglages.',
  name: 'Nom',
  key: 'Clé',
  origins: 'Origines autorisées',
  originsHint:
    'Une par ligne, par exemple https://example.com ou https://*.example.com. Les pages d’autres origines sont refusées. Laissez vide pour toutes.',
  allOrigins: 'Toutes',
  created: 'Création',
  lastUsed: 'Dernière utilisation',
  never: 'Jamais',
  expires: (time) => `Expire : ${time}`,
  default: 'Par défaut',
  new: 'Nouvelle clé',
  newTitle: 'Nouvelle clé d’API',
  nameHint: 'Le site ou l’application qui utilise la clé',
  create: 'Créer la clé',
  actions: (name) => `Actions pour ${name}`,
  edit: 'Modifier…',
  editTitle: 'Modifier la clé d’API',
  revoke: 'Révoquer…',
  revokeTitle: (name) => `Révoquer ${name} ?`,
  revokeHint: 'Les sites et les applications avec cette clé cessent de fonctionner immédiatement.',
  revokeConfirm: 'Révoquer la clé',
  rotate: 'Renouveler…',
  rotateTitle: 'Renouveler la clé par défaut ?',
  rotateHint:
    'Une nouvelle clé remplace la clé par défaut. L’ancienne reste valide pendant 24 heures pour que vous puissiez la remplacer. Les autres clés ne changent pas.',
  revokeNow: 'Révoquer immédiatement',
  rotateConfirm: 'Renouveler la clé',
};
