import type { scores as english } from '../en/scores.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const voters = (count: number) => plural(count, { one: '# abstimmende Person', other: '# Abstimmende' });

export const scores: Texts<typeof english> = {
  new: 'Neuer Score',
  edit: 'Score bearbeiten',
  editTitle: (name) => `Score „${name}“`,
  name: 'Name',
  nameHint: 'Kleinbuchstaben, Ziffern, - und _. Der Name lässt sich später nicht ändern.',
  explanation:
    'Ein Score gewichtet Wünsche danach, wer für sie stimmt. Nur Personen, die dein Produkt identifiziert, zählen; alle anderen sind unbekannt.',
  term: (number) => `Term ${number}`,
  addTerm: 'Term hinzufügen',
  removeTerm: (number) => `Term ${number} entfernen`,
  kind: 'Was zählt',
  kinds: {
    voters: 'Abstimmende',
    active: 'Aktive Abstimmende',
    silent: 'Inaktiv gewordene Abstimmende',
    event: 'Abstimmende mit einem Event',
    page: 'Abstimmende einer Seite',
    attribute: 'Summe eines Attributs',
    company_attribute: 'Summe über Firmen',
    revenue: 'Umsatz der Abstimmenden',
  },
  subjects: {
    event: 'Event',
    page: 'Seite',
    attribute: 'Attribut',
    currency: 'Währung',
  },
  days: 'Tage',
  period: (days) => plural(days, { one: '# Tag', other: '# Tage' }),
  weight: 'Punkte je Einheit',
  save: 'Score speichern',
  saved: 'Score gespeichert',
  delete: 'Score löschen',
  deleted: 'Score gelöscht',
  weights: 'Gewichte',
  saveWeights: 'Gewichte speichern',
  reset: 'Zurücksetzen',
  pending: 'Der Score wird berechnet. Lade in einigen Sekunden neu.',
  demand: 'Nachfrage',
  explain: (name, total, count) => `${plural(total, { one: '# Punkt', other: '# Punkte' })} nach „${name}“, ${voters(count)}`,
  unknown: (count) => (count ? `${voters(count)} unbekannt` : ''),
};
