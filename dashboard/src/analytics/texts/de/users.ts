import type { users as english } from '../en/users.ts';
import type { Texts } from '../../../texts/texts.ts';

export const users: Texts<typeof english> = {
  lists: 'Liste',
  listNames: { users: 'Personen', visits: 'Besuche' },
  sort: 'Sortieren nach',
  sorts: { last_seen: 'Zuletzt gesehen', first_seen: 'Zuerst gesehen', visits: 'Besuche', events: 'Events' },
  hint: 'Personen, deren Events eine Nutzer-ID haben. Anonyme Besucher bleiben anonym und werden nicht aufgeführt.',
  user: 'Person',
  lastSeen: 'Zuletzt gesehen',
  firstSeen: 'Zuerst gesehen',
  visits: 'Besuche',
  views: 'Aufrufe',
  events: 'Events',
  start: 'Beginn',
  pages: 'Seiten',
  source: 'Quelle',
  place: 'Land und Gerät',
  direct: 'Direkt',
  visitsOf: (user, visits) => `${visits === '1' ? '1 Besuch' : `${visits} Besuche`} von ${user}`,
  empty: 'Keine Personen mit Nutzer-ID in diesem Zeitraum',
  emptyHint: 'Sende Events mit einer Nutzer-ID oder rufe nach der Anmeldung earshot.identify() auf.',
  noVisits: 'Keine Besuche von Personen mit Nutzer-ID in diesem Zeitraum',
  forMembers: 'Nur Mitglieder sehen Personen',
  forMembersHint: 'Nutzer-IDs und Namen sind personenbezogene Daten, die Betrachter nicht sehen können.',
};
