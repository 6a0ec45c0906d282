import type { DeclaredType } from '@earshot/contract/shared/fields';
import type { AttributeOperator } from '@earshot/contract/instance/values';
import type { fields as english } from '../../en/settings/fields.ts';
import type { Texts } from '../../texts.ts';

const types: Record<DeclaredType, string> = {
  text: 'Text',
  long_text: 'Langer Text',
  number: 'Zahl',
  boolean: 'Ja oder nein',
  date: 'Datum',
  select: 'Auswahl',
  multi_select: 'Mehrfachauswahl',
  url: 'URL',
};

const operators: Record<AttributeOperator, string> = {
  is: 'ist',
  is_not: 'ist nicht',
  gt: 'ist größer als',
  gte: 'ist mindestens',
  lt: 'ist kleiner als',
  lte: 'ist höchstens',
  is_set: 'ist gesetzt',
  is_not_set: 'ist nicht gesetzt',
};

export const fields: Texts<typeof english> = {
  title: 'Eigene Felder',
  hint: 'Zusätzliche Felder von Einträgen. Öffentliche Felder stehen in Formularen und auf Seiten; interne Felder sind nur für Mitglieder.',
  empty: 'Keine eigenen Felder',
  new: 'Neues Feld …',
  newTitle: 'Neues Feld',
  create: 'Feld erstellen',
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  editTitle: 'Feld bearbeiten',
  label: 'Beschriftung',
  key: 'Schlüssel',
  keyHint: 'Name in der API und in Exporten, der sich später nicht ändern lässt.',
  type: 'Typ',
  types,
  options: 'Optionen',
  optionsHint: 'Eine Option pro Zeile.',
  access: 'Wer es sieht',
  public: 'Alle',
  internal: 'Mitglieder',
  state: 'Zustand',
  asked: 'Im Formular',
  archived: 'Archiviert',
  archive: 'Archivieren',
  archiveOf: (name) => `${name} archivieren`,
  restore: 'Wiederherstellen',
  restoreOf: (name) => `${name} wiederherstellen`,
  accessHint: 'Besucher füllen öffentliche Felder aus, und alle lesen ihre Werte.',
  required: 'Pflichtfeld in Formularen',
  requiredTag: 'Pflichtfeld',
  moveUp: (name) => `${name} nach oben`,
  moveDown: (name) => `${name} nach unten`,
  deleteOf: (name) => `${name} löschen`,
  deleteTitle: (name) => `Feld „${name}“ löschen?`,
  deleteHint:
    'Einträge zeigen seine Werte nicht mehr. Sie kehren zurück, wenn ein Feld mit demselben Schlüssel und Typ erstellt wird.',
  saved: 'Feld gespeichert',
  removed: 'Feld gelöscht',
  none: '–',
  yes: 'Ja',
  no: 'Nein',
  operators,
  value: 'Wert',
};
