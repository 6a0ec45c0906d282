import type { adoption as english } from '../../en/outcomes/adoption.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { one: '# Person', other: '# Personen' });

export const adoption: Texts<typeof english> = {
  title: 'Nutzen es die, die es sich gewünscht haben?',
  sentence: (used, identified) => `${formatNumber(used)} von ${people(identified)} mit diesem Wunsch nutzen es`,
  rate: (rate, low, high) => ` (${rate}; ${low} bis ${high} bei 95 % Konfidenz)`,
  median: (days) => `, die Hälfte davon innerhalb von ${plural(days, { one: 'einem Tag', other: '# Tagen' })}`,
  unknown: (count) => `${people(count)} mit diesem Wunsch ${plural(count, { one: 'ist', other: 'sind' })} nicht identifiziert.`,
  complete: (when) => `Das Zeitfenster endete am ${when}.`,
  running: (when) => `Das Zeitfenster endet am ${when}.`,
  few: 'Anteile erfordern mindestens fünf identifizierte Personen.',
  hidden:
    'Weniger als fünf Personen sind identifiziert. Nur Mitglieder mit Zugriff auf personenbezogene Daten sehen ihre Zahlen.',
  steps: { identified: 'Gewünscht', told: 'Informiert', returned: 'Zurückgekehrt', used: 'Genutzt' },
  chart: 'Anteil der Personen, die es genutzt haben, nach Tagen seit der Veröffentlichung',
  askers: 'Personen mit dem Wunsch',
  others: 'Alle anderen',
  silent: 'Haben es nicht genutzt',
  silentCount: (shown, total) => `${formatNumber(shown)} von ${people(total)}`,
  person: 'Person',
  told: 'Informiert',
  lastSeen: 'Zurückgekehrt',
  askWhy: 'Nach dem Grund fragen',
  askWhom: (name) => `Nach dem Grund fragen: ${name}`,
  askSubject: (title) => `Dein Feedback zu „${title}“`,
  never: '–',
  success: 'Erfolgs-Event oder -Seite',
  successHint: 'Ein Event oder eine Seite, die mit / beginnt, woran man sieht, dass Personen es nutzen.',
  window: 'Zeitfenster',
  days: (count) => `${count} Tage`,
  line: (used, identified) => `${formatNumber(used)} von ${formatNumber(identified)} haben es genutzt`,
};
