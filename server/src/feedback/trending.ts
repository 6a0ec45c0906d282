import { type RawBuilder, sql } from 'kysely';

// A vote weighs half as much after a week: a board is looked at weekly, where Hacker News and Reddit turn over in hours.
const HALF_LIFE_S = 7 * 24 * 60 * 60;

/**
 * What a vote of this time adds to an entry's trend. An entry's trend is the sum over its votes (downvotes negative, its submission
 * counted as one upvote) of 2^(-age / half-life). Instead of letting old votes shrink, newer ones weigh more, which gives the same
 * order and never has to be computed again: "forward decay", Cormode, Shkapenyuk, Srivastava, Xu, ICDE 2009. A double holds it for
 * 19 years from the landmark on.
 */
export const weightOf = (time: RawBuilder<unknown>) =>
  sql`power(2, extract(epoch FROM ${time} - timestamptz '2026-01-01 00:00Z') / ${sql.lit(HALF_LIFE_S)})::double precision`;
