import type { keys as english } from '../../en/settings/keys.ts';
import type { Texts } from '../../texts.ts';

export const keys: Texts<typeof english> = {
  title: 'API-Schlüssel',
  hint: 'Ein Schlüssel kennzeichnet dieses Projekt auf einer Website oder in einer App. Schlüssel sind öffentlich und geben keinen Zugriff auf personenbezogene Daten oder Einstellungen.',
  name: 'Name',
  key: 'Schlüssel',
  origins: 'Erlaubte Ursprünge',
  originsHint:
    'Einer pro Zeile, zum Beispiel https://example.com oder https://*.example.com. Webseiten anderer Ursprünge werden abgelehnt. Leer lassen für alle.',
  allOrigins: 'Alle',
  created: 'Erstellt',
  lastUsed: 'Zuletzt verwendet',
  never: 'Nie',
  expires: (time) => `Läuft ab: ${time}`,
  default: 'Standard',
  new: 'Neuer Schlüssel',
  newTitle: 'Neuer API-Schlüssel',
  nameHint: 'Die Website oder App, die den Schlüssel verwendet',
  create: 'Schlüssel erstellen',
  actions: (name) => `Aktionen für ${name}`,
  edit: 'Bearbeiten …',
  editTitle: 'API-Schlüssel bearbeiten',
  revoke: 'Widerrufen …',
  revokeTitle: (name) => `${name} widerrufen?`,
  revokeHint: 'Websites und Apps mit diesem Schlüssel funktionieren sofort nicht mehr.',
  revokeConfirm: 'Schlüssel widerrufen',
  rotate: 'Wechseln …',
  rotateTitle: 'Standardschlüssel wechseln?',
  rotateHint:
    'Ein neuer Schlüssel ersetzt den Standardschlüssel. Der alte bleibt 24 Stunden gültig, damit du ihn ersetzen kannst. Andere Schlüssel ändern sich nicht.',
  revokeNow: 'Sofort widerrufen',
  rotateConfirm: 'Schlüssel wechseln',
};
