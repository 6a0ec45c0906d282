import type { boards as english } from '../../en/settings/boards.ts';
import type { Texts } from '../../texts.ts';

export const boards: Texts<typeof english> = {
  title: 'Boards',
  board: 'Board',
  hint: 'Einträge gehören zu einem Board, das bestimmt, wer sie lesen darf. Einträge ohne andere Angabe gehören zum Standard-Board.',
  name: 'Name',
  slug: 'Slug',
  slugHint: 'Teil der URL der Seite des Boards.',
  description: 'Beschreibung',
  access: 'Wer lesen darf',
  accessHint: 'Wer ein Board lesen darf, darf dort auch Feedback geben.',
  accesses: {
    public: 'Alle',
    signed_in: 'Identifizierte Nutzer',
    segment: 'Personensegment',
    submit_only: 'Team und Verfasser',
    team: 'Team',
  },
  fields: 'Eigene Felder des Formulars',
  allFields: 'Alle Felder',
  entries: 'Einträge',
  default: 'Standard',
  new: 'Neues Board …',
  newTitle: 'Neues Board',
  create: 'Board erstellen',
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  editTitle: 'Board bearbeiten',
  moveUp: (name) => `${name} nach oben`,
  moveDown: (name) => `${name} nach unten`,
  deleteOf: (name) => `${name} löschen`,
  deleteTitle: (name) => `Board „${name}“ löschen?`,
  deleteHint: (count) =>
    count === 0
      ? 'Das Board hat keine Einträge.'
      : `${count === 1 ? 'Ein Eintrag wird' : `${count} Einträge werden`} in das ausgewählte Board verschoben.`,
  moveTo: 'Einträge verschieben nach',
  saved: 'Board gespeichert',
  removed: 'Board gelöscht',
  deleted: 'Gelöschtes Board',
};
