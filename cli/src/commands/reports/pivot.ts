import type { Command } from 'commander';
import type { AnalyticsPivot } from '@earshot/sdk';
import { type Action, choice, define, parsePositive, run, withJson } from '../../command.ts';
import { isTerminal, printList, wantsJson } from '../../output.ts';
import { oneLine } from '../../text.ts';
import { noteImported, number, printRecord, renderTitle, type ReportOptions, toQuery, withImported } from './options.ts';

const METRICS = ['visitors', 'visits', 'page_views', 'events'] as const;

/** Defines the report by two dimensions. */
export function definePivot(analytics: Command): void {
  withJson(
    withImported(
      define(
        analytics,
        'pivot <rows> <columns>',
        'Show a metric by two dimensions, such as countries by device. Values beyond the\nmost frequent ones are counted together. Without a terminal, prints a line for\neach row and column.',
        [
          'earshot analytics pivot country device --period 7d',
          'earshot analytics pivot page source --rows 20 --metric page_views',
        ],
      ).summary('show a metric by two dimensions'),
    ),
    'AnalyticsPivot',
  )
    .addOption(choice('--metric <metric>', 'metric of the table; default: visitors', METRICS))
    .option('--rows <number>', 'maximum number of rows, up to 50; default: 10', parsePositive)
    .option('--columns <number>', 'maximum number of columns, up to 20; default: 5', parsePositive)
    .action(run(showPivot));
}

interface PivotOptions extends ReportOptions {
  metric?: (typeof METRICS)[number];
  rows?: number;
  columns?: number;
}

type Row = AnalyticsPivot['rows'][number];

/** Returns the name of a value: null has all values without a row or column. */
export const nameValue = (value: string | null): string => (value === null ? '(other)' : oneLine(value) || '(none)');

const showPivot: Action<PivotOptions, [string, string]> = async (context, options, by, across) => {
  const client = await context.projectClient();
  const { metric = 'visitors', rows: limit, columns } = options;
  const report = await client.analytics.pivot({ by, across, limit, columns, ...(await toQuery(client, options)) });
  if (wantsJson(options)) return await printRecord(report, 'AnalyticsPivot', options);
  if (isTerminal())
    await printList<Row>(report.rows, {
      options,
      columns: [
        { name: oneLine(by), text: ({ value }) => nameValue(value), style: () => 'cyan' },
        { name: metric.replaceAll('_', ' '), text: (row) => number(row[metric]), style: () => 'bold' },
        ...report.columns.map((value, index) => ({
          name: nameValue(value),
          text: ({ cells }: Row) => number(cells[index]?.[metric] ?? 0),
        })),
      ],
      title: `${renderTitle(report)}, ${metric.replaceAll('_', ' ')} by ${oneLine(across)}`,
    });
  else await printCells(report, options);
  noteImported(report);
};

/** Prints a line for each cell. */
const printCells = async ({ rows, columns }: AnalyticsPivot, options: PivotOptions) => {
  const cells = rows.flatMap((row) =>
    row.cells.map((cell, index) => ({ ...cell, row: row.value, column: columns[index] ?? null })),
  );
  await printList(cells, {
    options,
    columns: [
      { name: 'row', text: ({ row }) => nameValue(row) },
      { name: 'column', text: ({ column }) => nameValue(column) },
      ...METRICS.map((name) => ({ name, text: (cell: Row['cells'][number]) => cell[name] })),
    ],
  });
};
