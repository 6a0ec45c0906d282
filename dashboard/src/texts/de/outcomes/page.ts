import type { outcomes as english } from '../../en/outcomes/page.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { one: '# Person', other: '# Personen' });

export const outcomes: Texts<typeof english> = {
  title: 'Wirkung',
  lead: 'Was sich Personen wünschen, ob sie es nutzen und was sie nicht finden.',
  demand: 'Wünsche mit der größten Nachfrage',
  demandBy: (score) => `Offene Wünsche nach dem Score „${score}“`,
  demandByVotes: 'Offene Wünsche nach Stimmen. Ein Score berücksichtigt auch, wer abstimmt und was diese Personen tun.',
  noDemand: 'Keine offenen Wünsche',
  points: (count) => plural(count, { one: 'Punkt', other: 'Punkte' }),
  votes: (count) => plural(count, { one: 'Stimme', other: 'Stimmen' }),
  searchesOf: (count) => plural(count, { one: 'Suche', other: 'Suchen' }),
  people: (count) => plural(count, { one: 'Person', other: 'Personen' }),
  silent: 'inaktiv',
  searches: (count) => plural(count, { one: '# Suche', other: '# Suchen' }),
  allDemand: 'Feedback öffnen',
  releases: 'Releases, die Interessierte noch nicht nutzen',
  releasesHint: 'Personen, die sich ein Release gewünscht und es nicht genutzt haben.',
  noReleases: 'Kein Release hat inaktive Personen. Nenne ein Erfolgs-Event, wenn du einen Changelog-Eintrag schreibst.',
  used: (used, identified) => `${formatNumber(used)} von ${people(identified)} haben es genutzt`,
  askWhy: (count) => `${people(count)} nach dem Grund fragen`,
  askWhyOf: (count, title) => `${people(count)} nach dem Grund fragen: ${title}`,
  allReleases: 'Changelog öffnen',
  unanswered: 'Suchen ohne Antwort',
  unansweredHint: 'Suchen der letzten 90 Tage, die nichts oder nichts Lesenswertes gefunden haben.',
  noUnanswered: 'Keine unbeantworteten Suchen',
  allSearches: 'Hilfecenter öffnen',
  praise: 'Wen du um ein Testimonial bitten kannst',
  praiseHint: 'Regeln fragen im richtigen Moment, höchstens einmal im Jahr.',
  noPraise: 'Noch keine Regeln. Eine Regel fragt Personen, die nutzen, was sie sich gewünscht haben.',
  results: (asked, answered) => `${formatNumber(asked)} gefragt, ${formatNumber(answered)} geantwortet`,
  paused: 'Pausiert',
  allPraise: 'Anfragen öffnen',
};
