import type { merging as english } from '../en/merging.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const merging: Texts<typeof english> = {
  title: (count) => `${count} Einträge zusammenlegen`,
  intoTitle: 'Mit anderem Eintrag zusammenlegen',
  hint: 'Stimmen, Kommentare und Follower werden vereint, jede Person einmal. Du kannst das rückgängig machen.',
  search: 'Zieleintrag suchen',
  stays: 'Eintrag, der bleibt',
  staysBadge: 'Bleibt',
  addTarget: 'Mit anderem Eintrag zusammenlegen …',
  otherTarget: 'Anderen Eintrag wählen …',
  result: 'Nach dem Zusammenlegen',
  repeated: (count) =>
    plural(count, { one: '(# Person hat doppelt gestimmt und zählt einmal)', other: '(# doppelte Stimmen zählen einmal)' }),
  reveals: (count) =>
    plural(count, {
      one: '# Kommentar wird für Personen sichtbar, die ihn jetzt nicht sehen.',
      other: '# Kommentare werden für Personen sichtbar, die sie jetzt nicht sehen.',
    }),
  followers: 'Follower',
  titles: (others) =>
    others === 1
      ? 'Der andere Eintrag behält seinen Titel als Duplikat und führt zu diesem. Du kannst das Zusammenlegen rückgängig machen.'
      : `Die anderen ${others} Einträge behalten ihre Titel als Duplikate und führen zu diesem. Du kannst das Zusammenlegen rückgängig machen.`,
  similar: (count) => `${count} ähnliche`,
  similarTitle: (count) => plural(count, { one: '# ähnlicher Eintrag', other: '# ähnliche Einträge' }),
  similarTo: (title) => `Mögliche Duplikate von „${title}“`,
  dismiss: 'Kein Duplikat',
  dismissNamed: (title) => `Kein Duplikat: ${title}`,
  dismissed: (title) => `„${title}“ ist kein Duplikat`,
  merge: 'Zusammenlegen …',
  confirm: (count) => `${count} Einträge zusammenlegen`,
};
