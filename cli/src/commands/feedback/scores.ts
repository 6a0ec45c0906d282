import { SCORE_TERMS, type ScoreTermKind } from '@earshot/contract/services/feedback/values';
import type { FeedbackScore } from '@earshot/sdk';
import type { Command } from 'commander';
import { type Action, append, define, defineGroup, run, withJson } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { type Column, type OutputOptions, printData, printDone, printList } from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { count, oneLine } from '../../text.ts';

type Term = FeedbackScore['terms'][number];

/** Field that the value of a kind of term is stored in. */
const SUBJECTS: Partial<Record<ScoreTermKind, 'event' | 'page' | 'attribute' | 'currency'>> = {
  event: 'event',
  page: 'page',
  attribute: 'attribute',
  company_attribute: 'attribute',
  revenue: 'currency',
};

const COLUMNS: Column<FeedbackScore>[] = [
  { name: 'name', text: ({ name }) => name, style: () => 'cyan' },
  { name: 'terms', text: ({ terms }) => terms.map(formatTerm).join(' ') },
  { name: 'computed', text: ({ computed_at }) => computed_at, isTime: true },
];

/** Defines the commands of scores, which weigh entries by who votes for them. */
export function defineScores(program: Command): void {
  const group = defineGroup(program, 'score', 'scores that weigh feedback by who votes for it');

  withJson(
    define(group, 'list', 'List the scores of the project with their terms.', ['earshot score list']).summary('list scores'),
    'FeedbackScore',
  ).action(run(listScores));

  withJson(
    define(
      group,
      'set <name>',
      `Create a score, or replace its terms. A term is a kind, with a value where it needs one, and options: kind[=value][,days=n][,weight=n]. Kinds: ${SCORE_TERMS.join(', ')}.`,
      [
        'earshot score set demand --term voters --term event=export,days=30,weight=2',
        'earshot score set revenue --term revenue=EUR,days=90',
      ],
    ).summary('create or change a score'),
    'FeedbackScore',
  )
    .requiredOption('--term <term>', 'term, such as active,days=30,weight=2; repeatable', append)
    .action(run(setScore));

  define(group, 'delete <name>', 'Delete a score.', ['earshot score delete demand'])
    .summary('delete a score')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(deleteScore));
}

/** Defines the command that shows the demand for an entry. */
export function defineDemand(feedback: Command): void {
  withJson(
    define(feedback, 'demand <id>', 'Show what a score counts for an entry, and of how many voters it knows nothing.', [
      'earshot feedback demand fb_01k0q6v3e8f5ntgjx1s6d2p9ra --score demand',
    ]).summary('show the demand for an entry'),
    'FeedbackDemandTerm',
  )
    .requiredOption('--score <name>', 'name of the score')
    .action(run(showDemand));
}

const formatTerm = ({ kind, weight, days, ...term }: Term): string => {
  const subject = SUBJECTS[kind];
  const value = subject && term[subject];
  return [value === undefined ? kind : `${kind}=${value}`, ...(days ? [`days=${days}`] : []), `weight=${weight}`].join(',');
};

/** Parses a term such as `event=export,days=30,weight=2`. @throws {UsageError} */
function parseTerm(text: string): Term {
  const [head = '', ...options] = text.split(',');
  const [name = '', ...rest] = head.split('=');
  const kind = SCORE_TERMS.find((known) => known === name);
  if (!kind) throw new UsageError(`${name} is not a kind of term. The kinds are ${SCORE_TERMS.join(', ')}.`);
  const subject = SUBJECTS[kind];
  if (rest.length > 0 !== (subject !== undefined))
    throw new UsageError(subject ? `${kind} needs a value, as in ${kind}=…` : `${kind} has no value`);
  const term: Term = { kind, weight: 1, ...(subject && { [subject]: rest.join('=') }) };
  for (const option of options) {
    const [field = '', value = ''] = option.split('=');
    if ((field !== 'days' && field !== 'weight') || !value || Number.isNaN(Number(value)))
      throw new UsageError(`${option} must be days=<number> or weight=<number>`);
    term[field] = Number(value);
  }
  return term;
}

const listScores: Action<OutputOptions> = async (context, options) => {
  const client = await context.projectClient();
  const { data } = await client.feedback.scores.list();
  await printList(data, { resource: 'FeedbackScore', options, columns: COLUMNS });
};

const setScore: Action<OutputOptions & { term: string[] }, [string]> = async (context, { term, ...options }, name) => {
  const client = await context.projectClient();
  const score = await client.feedback.scores.set(name, term.map(parseTerm));
  const printText = () => printDone(`Saved the score ${score.name}: ${score.terms.map(formatTerm).join(' ')}`, score.name);
  await printData(score, { resource: 'FeedbackScore', options, printText });
};

const deleteScore: Action<{ yes?: boolean }, [string]> = async (context, options, name) => {
  const client = await context.projectClient();
  await confirm(`Delete the score ${oneLine(name)}?`, options);
  await client.feedback.scores.delete(name);
  printDone(`Deleted the score ${oneLine(name)}`, name);
};

const showDemand: Action<OutputOptions & { score: string }, [string]> = async (context, { score, ...options }, id) => {
  const client = await context.client();
  const demand = await client.feedback.demand(id, score);
  await printList(demand.terms, {
    resource: 'FeedbackDemandTerm',
    options,
    columns: [
      { name: 'term', text: formatTerm, style: () => 'cyan' },
      { name: 'value', text: ({ value }) => value },
      { name: 'points', text: ({ contribution }) => contribution },
      { name: 'share', text: ({ share }) => `${share} %` },
      { name: 'unknown', text: ({ unknown }) => unknown },
    ],
    title: `${demand.value} points by ${demand.score}, ${count(demand.voters, 'voter')}`,
  });
};
