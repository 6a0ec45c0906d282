import type { questions as englishQuestions, rewards as englishRewards } from '../../en/settings/waitlist.ts';
import type { Texts } from '../../texts.ts';

export const questions: Texts<typeof englishQuestions> = {
  title: 'Formular',
  hint: 'Bis zu zehn Fragen des Anmeldeformulars, zusätzlich zu Name und E-Mail-Adresse. Archivierte Fragen werden nicht mehr gestellt und behalten ihre Antworten.',
  empty: 'Keine Fragen',
  new: 'Neue Frage …',
  newTitle: 'Neue Frage',
  create: 'Frage erstellen',
  editTitle: 'Frage bearbeiten',
  saved: 'Frage gespeichert',
  removed: 'Frage gelöscht',
  deleteTitle: (name) => `Frage „${name}“ löschen?`,
  deleteHint:
    'Ihre Antworten werden nicht mehr angezeigt. Archiviere die Frage, um sie in Listen, Filtern und Exporten zu behalten.',
};

export const rewards: Texts<typeof englishRewards> = {
  title: 'Belohnungen',
  hint: 'Belohnungen für Empfehlungen. Personen sehen die nächste auf ihrer Seite und im Widget und erhalten eine E-Mail, wenn sie eine erreichen.',
  empty: 'Keine Belohnungen',
  new: 'Neue Belohnung …',
  newTitle: 'Neue Belohnung',
  create: 'Belohnung erstellen',
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  editTitle: 'Belohnung bearbeiten',
  name: 'Name',
  text: 'Text',
  textHint: 'Erklärt, wie Personen die Belohnung erhalten.',
  referrals: 'Empfehlungen',
  deleteOf: (name) => `${name} löschen`,
  deleteTitle: (name) => `Belohnung „${name}“ löschen?`,
  deleteHint: 'Personen sehen die Belohnung nicht mehr, auch wenn sie sie erreicht haben.',
  saved: 'Belohnung gespeichert',
  removed: 'Belohnung gelöscht',
};
