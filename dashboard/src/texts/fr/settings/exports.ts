import type { ExportStatus } from '@earshot/contract/instance/values';
import type { exports as english } from '../../en/settings/exports.ts';
import { locale } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const states: Record<ExportStatus, string> = {
  queued: 'En attente',
  running: 'En cours',
  ready: 'Prête',
  failed: 'Échec',
  expired: 'Expirée',
};

export const exports: Texts<typeof english> = {
  title: 'Exportations',
  hint: 'Une archive contient tous les enregistrements, images, événements et réglages dans des fichiers lisibles, et peut être importée dans un autre projet ou une autre instance. Les clés, les membres, les webhooks et les journaux n’en font pas partie.',
  create: 'Exporter le projet',
  personalData: 'Inclure les données personnelles',
  personalDataHint: 'Adresses, noms et identifiants de vos utilisateurs.',
  none: 'Aucune exportation pour l’instant',
  noneHint: 'Le fichier d’une exportation peut être téléchargé pendant 24 heures.',
  when: 'Création',
  state: 'Statut',
  size: 'Taille',
  states,
  percent: (progress) => `${Math.round(progress * 100)} %`,
  megabytes: (bytes) => `${Math.max(0.1, bytes / 1e6).toLocaleString(locale, { maximumFractionDigits: 1 })} Mo`,
  withPersonalData: 'Avec les données personnelles',
  withoutPersonalData: 'Sans les données personnelles',
  download: 'Télécharger',
  deleteTitle: 'Supprimer cette exportation ?',
  deleteHint: 'Le fichier ne pourra plus être téléchargé.',
  forAdmins: 'Seuls les propriétaires et les admins peuvent exporter le projet.',
};
