import type { companies as english } from '../../en/directory/companies.ts';
import type { Texts } from '../../texts.ts';

export const companies: Texts<typeof english> = {
  title: 'Firmen',
  search: 'Nach Name oder ID suchen',
  filters: 'Filter',
  company: 'Firma',
  id: 'ID',
  people: 'Personen',
  created: 'Zuerst gesehen',
  empty: 'Noch keine Firmen',
  emptyHint: 'Firmen erscheinen hier, wenn signierte Nutzertokens oder dein Server die Firma einer Person nennen.',
  noMatches: 'Keine Firmen entsprechen dieser Suche',
  forMembers: 'Nur Mitglieder sehen Firmen',
  forMembersHint: 'Firmen und ihre Personen sind personenbezogene Daten, die Betrachter nicht sehen können.',
  details: 'Details',
  attributes: 'Attribute',
  noAttributes: 'Keine Attribute',
  noPeople: 'Keine Personen',
  allPeople: (count) => `Alle ${count} Personen anzeigen`,
};
