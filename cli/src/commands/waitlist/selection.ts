import type { Earshot } from '@earshot/sdk';
import type { Command } from 'commander';
import { parsePositive } from '../../command.ts';
import { findSegment } from '../people/segment.ts';

/** Options that select people. */
export interface SelectOptions {
  source?: string;
  minReferrals?: number;
  country?: string;
  search?: string;
  segment?: string;
  answer?: string[];
  reward?: string;
}

/** Adds the options that select people. */
export const withSelection = (command: Command): Command =>
  command
    .option('--source <source>', 'only people from this source; "" for none')
    .option('--min-referrals <number>', 'only people with this many referrals', parsePositive)
    .option('--answer <filter...>', 'only people with this answer: team_size:gte:10')
    .option('--reward <key>', 'only people who reached this reward')
    .option('--country <code>', 'only sign-ups from this country, such as DE')
    .option('-S, --search <text>', 'search in names and addresses')
    .option('--segment <segment>', 'only people in this segment, by name or id');

/** Returns the selection as in the API. */
export const toSelection = async (
  client: Earshot,
  { source, minReferrals, country, search, segment, answer, reward }: SelectOptions,
) => ({
  source,
  min_referrals: minReferrals,
  country,
  answer,
  reward,
  q: search,
  segment: segment === undefined ? undefined : (await findSegment(client, segment)).id,
});
