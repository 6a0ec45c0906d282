import type { broadcasts as english } from '../en/broadcasts.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const people = (count: number) => plural(count, { one: '# Person', other: '# Personen' });

export const broadcasts: Texts<typeof english> = {
  title: 'Rundmails',
  new: 'Neue Rundmail …',
  newTitle: 'Neue Rundmail',
  empty: 'Noch keine Rundmails',
  subject: 'Betreff',
  text: 'Text',
  textHint: 'Markdown: **fett**, [Links](https://…), Listen.',
  hint: 'Personen mit unbestätigter Adresse und alle, die sich abgemeldet haben, erhalten nichts.',
  counting: 'Empfänger werden gezählt …',
  receive: (count) => `Empfänger: ${people(count)}`,
  preview: 'Vorschau',
  test: 'Test an dich senden',
  tested: 'Test-E-Mail an deine Adresse gesendet',
  send: (count) => `An ${people(count)} senden`,
  nobody: 'Keine passenden Personen',
  sentTo: (count) => `Rundmail wird an ${people(count)} gesendet`,
  recipients: 'Empfänger',
  delivered: 'Zugestellt',
  failed: 'Fehlgeschlagen',
  unsubscribed: 'Abgemeldet',
  sent: 'Gesendet',
  sending: 'Wird gesendet',
  incomplete: 'Unvollständig',
  stopped: {
    filter: 'Das Segment, die Belohnung oder die Frage des Filters wurde gelöscht.',
    error: 'Der Versand ist mehrmals fehlgeschlagen.',
  },
  resume: 'Fortsetzen',
  resumed: 'Rundmail wird fortgesetzt',
};
