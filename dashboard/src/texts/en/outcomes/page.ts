import { formatNumber } from '../../plural.ts';

const number = (value: number) => formatNumber(value);
const people = (count: number) => (count === 1 ? '1 person' : `${number(count)} people`);

/** Page that starts with what needs attention. */
export const outcomes = {
  title: 'Outcomes',
  lead: 'What people ask for, whether they use it, and what they do not find.',
  demand: 'Requests with the most demand',
  demandBy: (score: string) => `Open requests by the score “${score}”`,
  demandByVotes: 'Open requests by votes. A score also counts who votes, and what they do.',
  noDemand: 'No open requests',
  points: (count: number) => (count === 1 ? 'point' : 'points'),
  votes: (count: number) => (count === 1 ? 'vote' : 'votes'),
  searchesOf: (count: number) => (count === 1 ? 'search' : 'searches'),
  people: (count: number) => (count === 1 ? 'person' : 'people'),
  silent: 'silent',
  searches: (count: number) => (count === 1 ? '1 search' : `${number(count)} searches`),
  allDemand: 'Open feedback',
  releases: 'Releases whose askers have not come back',
  releasesHint: 'People who asked for a release and have not used it.',
  noReleases: 'No release has silent people. Name a success event when you write a changelog entry.',
  used: (used: number, identified: number) => `${number(used)} of ${people(identified)} used it`,
  askWhy: (count: number) => `Ask ${people(count)} why`,
  askWhyOf: (count: number, title: string) => `Ask ${people(count)} why: ${title}`,
  allReleases: 'Open changelog',
  unanswered: 'Searches without an answer',
  unansweredHint: 'Searches of the last 90 days that found nothing, or nothing worth opening.',
  noUnanswered: 'No unanswered searches',
  allSearches: 'Open help center',
  praise: 'People to ask for a testimonial',
  praiseHint: 'Rules ask at the right moment, once a year at most.',
  noPraise: 'No rules yet. A rule asks people who use what they asked for.',
  results: (asked: number, answered: number) => `${number(asked)} asked, ${number(answered)} answered`,
  paused: 'Paused',
  allPraise: 'Open requests',
};
