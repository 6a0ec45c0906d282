import { ADOPTION_STATES } from '@earshot/contract/services/changelog/values';
import type { AdoptionPerson, ChangelogAdoption } from '@earshot/sdk';
import type { Command } from 'commander';
import { type Action, choice, define, readList, run, withJson } from '../../command.ts';
import { type Column, type OutputOptions, print, printData, printList, renderValues, showTime } from '../../output.ts';
import { count, oneLine } from '../../text.ts';

type State = (typeof ADOPTION_STATES)[number];

const MAX_PEOPLE = 1_000;

const COLUMNS: Column<AdoptionPerson>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'email', text: ({ emails }) => emails[0] },
  { name: 'told', text: ({ told_at }) => told_at, isTime: true },
  { name: 'returned', text: ({ returned_at }) => returned_at, isTime: true },
  { name: 'used', text: ({ used_at }) => used_at, isTime: true },
];

/** Adds `changelog adoption`. */
export function defineChangelogAdoption(changelog: Command): void {
  withJson(
    define(
      changelog,
      'adoption <entry>',
      'Show how many of the people who asked for a release used it, or list them. The\nentry needs a success event or page: see changelog edit --success.',
      [
        'earshot changelog adoption cl_01k0q6v3e8f5ntgjx1s6d2p9ra',
        'earshot changelog adoption export-as-csv --people silent --json emails',
      ],
    ).summary('show who uses a release'),
    'ChangelogAdoption',
  )
    .addOption(choice('--people <state>', 'list these people', ADOPTION_STATES))
    .action(run(showAdoption));
}

const showAdoption: Action<OutputOptions & { people?: State }, [string]> = async (
  context,
  { people: state, ...options },
  entry,
) => {
  const { changelog } = await context.projectClient();
  if (state) {
    const { data, total } = await readList((page) => changelog.adoptionPeople(entry, { state, ...page }), MAX_PEOPLE);
    const title = `Showing ${data.length} of ${count(total, 'person', 'people')}`;
    return await printList(data, { resource: 'AdoptionPerson', options, columns: COLUMNS, title });
  }
  const adoption = await changelog.adoption(entry);
  await printData(adoption, { resource: 'ChangelogAdoption', options, printText: () => print(renderAdoption(adoption)) });
};

const showShare = (share: number | null) => (share === null ? null : `${(share * 100).toFixed(1)} %`);

const renderAdoption = ({ title, used, others, ...adoption }: ChangelogAdoption): string =>
  renderValues([
    ['title', oneLine(title)],
    ['asked', adoption.asked],
    ['identified', adoption.identified],
    ['unknown', adoption.unknown],
    ['told', adoption.told],
    ['returned', adoption.returned],
    ['used', used.count],
    ['silent', adoption.silent],
    ['rate', showShare(used.rate)],
    ['interval', used.interval?.map(showShare).join(' to ')],
    ['median days', used.median_days],
    ['others', `${others.used} of ${others.active}`],
    ['window ends', showTime(adoption.window_ends_at)],
    ['complete', adoption.is_complete ? 'yes' : 'no'],
  ]);
