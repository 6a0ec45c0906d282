import type { ExportStatus } from '@earshot/contract/instance/values';
import type { exports as english } from '../../en/settings/exports.ts';
import { locale } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const states: Record<ExportStatus, string> = {
  queued: 'Wartet',
  running: 'Läuft',
  ready: 'Bereit',
  failed: 'Fehlgeschlagen',
  expired: 'Abgelaufen',
};

export const exports: Texts<typeof english> = {
  title: 'Exporte',
  hint: 'Ein Archiv enthält alle Datensätze, Bilder, Events und Einstellungen als lesbare Dateien und kann in ein anderes Projekt oder eine andere Instanz importiert werden. Schlüssel, Mitglieder, Webhooks und Protokolle gehören nicht dazu.',
  create: 'Projekt exportieren',
  personalData: 'Personenbezogene Daten einschließen',
  personalDataHint: 'Adressen, Namen und IDs deiner Nutzer.',
  none: 'Noch keine Exporte',
  noneHint: 'Die Datei eines Exports kann 24 Stunden lang heruntergeladen werden.',
  when: 'Erstellt',
  state: 'Status',
  size: 'Größe',
  states,
  percent: (progress) => `${Math.round(progress * 100)} %`,
  megabytes: (bytes) => `${Math.max(0.1, bytes / 1e6).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`,
  withPersonalData: 'Mit personenbezogenen Daten',
  withoutPersonalData: 'Ohne personenbezogene Daten',
  download: 'Herunterladen',
  deleteTitle: 'Diesen Export löschen?',
  deleteHint: 'Die Datei kann dann nicht mehr heruntergeladen werden.',
  forAdmins: 'Nur Inhaber und Admins können das Projekt exportieren.',
};
