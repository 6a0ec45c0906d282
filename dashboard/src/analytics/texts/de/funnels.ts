import type { funnels as english } from '../en/funnels.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const funnels: Texts<typeof english> = {
  hint: 'Conversion-Rate jedes Schritts und wo Besucher abspringen',
  saved: 'Gespeicherte Funnels',
  newFunnel: 'Neuer Funnel',
  unsaved: 'Nicht gespeichert',
  steps: 'Schritte',
  step: (number) => `Schritt ${number}`,
  stepKind: (number) => `Typ von Schritt ${number}`,
  kinds: { page: 'Seite', event: 'Event' },
  addStep: 'Schritt hinzufügen',
  stepConditions: (number) => `Bedingungen von Schritt ${number}`,
  removeStep: (number) => `Schritt ${number} entfernen`,
  stepExamples: { page: '/pricing', event: 'signed_up' },
  order: 'Reihenfolge',
  orders: { loose: 'Nacheinander', strict: 'Direkt aufeinanderfolgend', any: 'Beliebige Reihenfolge' },
  by: 'Zählen',
  bys: { person: 'Personen', visit: 'Besuche' },
  window: 'Innerhalb von',
  windowOf: (seconds) =>
    seconds % 86_400 === 0
      ? plural(seconds / 86_400, { one: '# Tag', other: '# Tage' })
      : seconds % 3_600 === 0
        ? plural(seconds / 3_600, { one: '# Stunde', other: '# Stunden' })
        : plural(seconds, { one: '# Sekunde', other: '# Sekunden' }),
  tooFewSteps: 'Gib eine Seite oder ein Event ein, um Conversions zu sehen.',
  overall: 'Gesamt-Conversion',
  overallHint: (last, first) => `${last} von ${first} haben alle Schritte abgeschlossen`,
  compareBy: 'Vergleichen nach',
  ofPrevious: (rate) => `${rate} des vorherigen Schritts`,
  anyPage: 'Beliebige Seite',
  droppedOff: (count, rate) => `${count} abgesprungen, ${rate}`,
  wasBefore: (count, rate) => `Vergleichszeitraum: ${count}, ${rate} des vorherigen Schritts`,
  firstBefore: (count) => `Vergleichszeitraum: ${count}`,
  estimate: (share) => `Aus ${share} der Personen schätzen`,
  estimateHint: 'Schneller bei sehr vielen Events',
  standardErrors: (first, last) => `Standardfehler: ${first} im ersten Schritt, ${last} im letzten`,
  save: 'Funnel speichern …',
  saveTitle: 'Funnel speichern',
  saveChanges: 'Änderungen speichern',
  discard: 'Änderungen verwerfen',
  saveAs: 'Als neu speichern …',
  name: 'Name',
  nameHint: 'Zum Beispiel „Von Preisen zur Registrierung“',
  actions: (name) => `Aktionen für ${name}`,
  rename: 'Umbenennen …',
  renameTitle: 'Funnel umbenennen',
  delete: 'Löschen …',
  deleteTitle: (name) => `Funnel „${name}“ löschen?`,
  deleteHint: 'Events bleiben erhalten.',
  deleteLabel: 'Löschen',
  wasSaved: 'Funnel gespeichert',
};
