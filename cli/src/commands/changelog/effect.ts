import type { Command } from 'commander';
import { type Action, define, run, withJson } from '../../command.ts';
import { type OutputOptions, printList } from '../../output.ts';
import { count } from '../../text.ts';

/** Defines the command that compares figures before and after a release. */
export function defineEffect(changelog: Command): void {
  withJson(
    define(
      changelog,
      'effect <entry>',
      'Compare the week after a release with the range that the same weekdays of\nearlier weeks predict. A figure within its range shows no visible effect.',
      ['earshot changelog effect cl_01k0q6v3e8f5ntgjx1s6d2p9ra'],
    ).summary('compare figures around a release'),
    'ChangelogEffectMeasure',
  ).action(run(showEffect));
}

const showEffect: Action<OutputOptions, [string]> = async (context, options, id) => {
  const client = await context.client();
  const { days, other_releases: others, measures } = await client.changelog.effect(id);
  await printList(measures, {
    resource: 'ChangelogEffectMeasure',
    options,
    columns: [
      { name: 'figure', text: ({ metric, goal }) => (goal ? `${metric} ${goal.name}` : metric), style: () => 'cyan' },
      { name: 'after', text: ({ after }) => after },
      { name: 'low', text: ({ low }) => low },
      { name: 'high', text: ({ high }) => high },
      { name: 'verdict', text: ({ verdict }) => (verdict === 'none' ? 'no visible effect' : verdict) },
    ],
    title: `${count(days, 'day')} from the publication on, ${count(others, 'other release')}`,
  });
};
