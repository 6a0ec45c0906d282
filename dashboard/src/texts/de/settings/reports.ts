import type { reports as english } from '../../en/settings/reports.ts';
import type { Texts } from '../../texts.ts';

export const reports: Texts<typeof english> = {
  hint: (timezone) =>
    `Eine Zusammenfassung von Besuchern, Feedback, Anmeldungen und Suchen per E-Mail. Wöchentliche Berichte werden montags gesendet, monatliche am ersten Tag des Monats, um 8 Uhr (${timezone}).`,
  testProject: 'Testprojekte senden keine Berichte.',
  recipients: 'Empfänger',
  recipient: 'Empfänger',
  frequency: 'Häufigkeit',
  frequencyOf: (who) => `Häufigkeit für ${who}`,
  frequencies: { weekly: 'Wöchentlich', monthly: 'Monatlich' },
  state: 'Status',
  states: { pending: 'Nicht bestätigt', confirmed: 'Bestätigt' },
  member: 'Mitglied',
  none: 'Keine Empfänger',
  noneHint: 'Abonniere den Bericht, um ihn per E-Mail zu erhalten.',
  subscribe: 'Abonnieren',
  subscribed: 'Du erhältst den wöchentlichen Bericht',
  unsubscribe: 'Abbestellen',
  unsubscribeTitle: 'Berichte abbestellen?',
  unsubscribeHint: 'Du kannst sie jederzeit wieder abonnieren.',
  add: 'Empfänger hinzufügen …',
  addTitle: 'Empfänger hinzufügen',
  addHint:
    'Für Personen außerhalb des Projekts. Sie erhalten eine E-Mail zur Bestätigung und danach denselben Bericht wie die Mitglieder.',
  email: 'E-Mail-Adresse',
  addLabel: 'Hinzufügen',
  added: (email) => `Bestätigung an ${email} gesendet`,
  remove: 'Entfernen',
  removeTitle: (who) => `${who} entfernen?`,
  removeHint: 'Diese Person erhält keine Berichte mehr.',
  hiddenAddress: 'Verborgene Adresse',
  preview: 'Vorschau',
  send: 'An mich senden',
  sent: 'Bericht an deine Adresse gesendet',
};
