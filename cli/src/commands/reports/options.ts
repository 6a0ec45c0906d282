import { BOTS, IMPORTED, PERIODS } from '@earshot/contract/services/analytics/values';
import type { Command } from 'commander';
import { append, choice } from '../../command.ts';
import type { AnalyticsFunnel, AnalyticsOverview, AnalyticsPivot, Earshot } from '@earshot/sdk';
import { isTerminal, note, type OutputOptions, printData } from '../../output.ts';
import { formatNumber } from '../../text.ts';
import { findSegment } from '../people/segment.ts';

type ImportedDays = NonNullable<AnalyticsOverview['imported']>;

export interface ReportOptions extends OutputOptions {
  period?: (typeof PERIODS)[number];
  from?: string;
  to?: string;
  timezone?: string;
  filter?: string[];
  user?: string[];
  segment?: string;
  bots?: (typeof BOTS)[number];
  imported?: (typeof IMPORTED)[number];
}

/** Adds the options of a period. */
export const withPeriod = (command: Command): Command =>
  command
    .addOption(choice('--period <period>', 'named period', PERIODS))
    .option('--from <date>', 'start of a custom period, inclusive')
    .option('--to <date>', 'end of a custom period, inclusive')
    .option('--timezone <zone>', 'time zone for day boundaries; default: of the project');

/** Adds the options of reports. */
export const withReport = (command: Command): Command =>
  withPeriod(command)
    .option('--filter <filter>', 'dimension:operator:value; repeatable', append)
    .option('--user <id>', 'only this user of your application; repeatable', append)
    .option('--segment <segment>', 'only people in this segment, by name or id')
    .addOption(choice('--bots <bots>', 'bot traffic', BOTS));

/** Adds the options of reports that can count imported days. */
export const withImported = (command: Command): Command =>
  withReport(command).addOption(choice('--imported <imported>', 'days of which only imported totals are known', IMPORTED));

/** Notes imported days next to a report on a terminal: whether they are counted. */
export function noteImported(report: { imported: ImportedDays | null } | undefined): void {
  if (!report?.imported) return;
  const { from, to, is_included: isIncluded, omitted_because: reason } = report.imported;
  const hint =
    reason === 'not_requested' ? 'Count them with --imported include.' : 'This report cannot be answered from daily totals.';
  note(
    isIncluded
      ? `Includes imported totals of the days from ${from} to ${to}, whose visitors are added up.`
      : `Imported totals of the days from ${from} to ${to} are not included. ${hint}`,
  );
}

/** Returns the query of a report. Looks up the segment. */
export const toQuery = async (
  client: Earshot,
  { period, from, to, timezone, filter, user, segment, bots, imported }: ReportOptions,
) => ({
  period,
  from,
  to,
  timezone,
  filter,
  user_id: user,
  ...(segment !== undefined && { person_segment: (await findSegment(client, segment)).id }),
  bots,
  ...(imported && { imported }),
});

/** Returns a number with separators on a terminal, the plain number otherwise. */
export const number = (value: number) => (isTerminal() ? formatNumber(value) : value);

/** Prints a report as JSON. */
export const printRecord = async (
  report: AnalyticsOverview | AnalyticsFunnel | AnalyticsPivot,
  resource: 'AnalyticsOverview' | 'AnalyticsFunnel' | 'AnalyticsPivot',
  options: OutputOptions,
) => {
  await printData(report, { resource, options, printText: () => {} });
};

/** Returns the period of a report as the title of its table. */
export const renderTitle = ({ from, to, timezone }: { from: string; to: string; timezone: string }) =>
  `${from.slice(0, 10)} to ${to.slice(0, 10)} (${timezone})`;
