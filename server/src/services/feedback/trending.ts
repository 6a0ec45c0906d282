import { type RawBuilder, sql } from 'kysely';

// Half-life of a vote. Boards are read weekly, whereas Hacker News and Reddit turn over in hours.
const HALF_LIFE_S = 7 * 24 * 60 * 60;

/**
 * Returns the weight of a vote at this time in an entry's trend. The trend is the sum over all votes (downvotes are negative, the
 * submission counts as one upvote) of 2^(-age / half-life). Newer votes get larger weights instead of decaying older ones: the
 * order is the same and needs no recomputation ("forward decay", Cormode, Shkapenyuk, Srivastava, Xu, ICDE 2009). A double lasts
 * for 19 years from the landmark. Earlier than 19 years before it, all votes weigh the same: PostgreSQL refuses results below the range.
 */
export const buildWeight = (time: RawBuilder<unknown>) =>
  sql`power(2, greatest(-1000, extract(epoch FROM ${time} - timestamptz '2026-01-01 00:00Z') / ${sql.lit(HALF_LIFE_S)}))::double precision`;
