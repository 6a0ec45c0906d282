import { BOTS, PERIODS } from '@earshot/contract/services/analytics/values';
import type { Command } from 'commander';
import { append, choice } from '../../command.ts';
import { isTerminal, type OutputOptions } from '../../output.ts';
import { formatNumber } from '../../text.ts';

export interface ReportOptions extends OutputOptions {
  period?: (typeof PERIODS)[number];
  from?: string;
  to?: string;
  timezone?: string;
  filter?: string[];
  bots?: (typeof BOTS)[number];
}

/** Adds the options of reports. */
export const withReport = (command: Command): Command =>
  command
    .addOption(choice('--period <period>', 'named period', PERIODS))
    .option('--from <date>', 'start of a custom period, inclusive')
    .option('--to <date>', 'end of a custom period, inclusive')
    .option('--timezone <zone>', 'time zone for day boundaries; default: of the project')
    .option('--filter <filter>', 'dimension:operator:value; repeatable', append)
    .addOption(choice('--bots <bots>', 'bot traffic', BOTS));

export const toQuery = ({ period, from, to, timezone, filter, bots }: ReportOptions) => ({
  period,
  from,
  to,
  timezone,
  filter,
  bots,
});

/** Returns a number with separators on a terminal, the plain number otherwise. */
export const number = (value: number) => (isTerminal() ? formatNumber(value) : value);
