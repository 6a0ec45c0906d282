import { REQUEST_STATUSES, RULE_CHANNELS, RULE_TRIGGERS } from '@earshot/contract/services/testimonials/values';
import type { TestimonialRequest, TestimonialRule } from '@earshot/sdk';
import type { Command } from 'commander';
import {
  type Action,
  append,
  choice,
  define,
  defineGroup,
  type ListOptions,
  parsePositive,
  readList,
  requireChanges,
  run,
  withJson,
  withList,
} from '../../command.ts';
import { type Column, type OutputOptions, print, printData, printDone, printList } from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { count, oneLine } from '../../text.ts';

const RULE = 'trl_01k0q6v3e8f5ntgjx1s6d2p9ra';

const RULE_COLUMNS: Column<TestimonialRule>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'trigger', text: formatTrigger },
  { name: 'channel', text: ({ channel }) => channel },
  { name: 'enabled', text: ({ enabled }) => (enabled ? 'enabled' : 'disabled') },
  { name: 'asked', text: ({ asked }) => asked },
  { name: 'answered', text: ({ answered }) => answered },
  { name: 'declined', text: ({ declined }) => declined },
];

const REQUEST_COLUMNS: Column<TestimonialRequest>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'person', text: ({ person_name: name, person_id: id }) => name ?? id },
  { name: 'subject', text: ({ subject }) => subject },
  { name: 'status', text: ({ status }) => status },
  { name: 'asked', text: ({ created_at }) => created_at, isTime: true },
];

/** Defines the commands of rules that ask for testimonials, and of their requests. */
export function defineRules(testimonial: Command): void {
  const rule = defineGroup(testimonial, 'rule', 'rules that ask people for a testimonial');

  withJson(
    define(rule, 'list', 'List the rules with the results of their requests.', ['earshot testimonial rule list']).summary(
      'list rules',
    ),
    'TestimonialRule',
  ).action(
    run(async (context, options: OutputOptions) => {
      const { data } = await (await context.projectClient()).testimonials.rules.list();
      await printList(data, { resource: 'TestimonialRule', options, columns: RULE_COLUMNS });
    }),
  );

  withFields(
    define(
      rule,
      'create <name>',
      'Create a rule, by default for a goal and by mail. Each person is asked once\na year at most.',
      ['earshot testimonial rule create Fans --event export --remind-after 7'],
    ).summary('create a rule'),
  ).action(run(createRule));

  withFields(
    define(rule, 'edit <id>', 'Change a rule.', [`earshot testimonial rule edit ${RULE} --disable`]).summary('change a rule'),
  )
    .option('-n, --name <name>', 'name')
    .action(run(editRule));

  withJson(
    define(rule, 'preview <id>', 'Count the people whom a rule would ask now. Nothing is sent.', [
      `earshot testimonial rule preview ${RULE}`,
    ]).summary('count the people whom a rule would ask'),
    'TestimonialRulePreview',
  ).action(
    run(async (context, options: OutputOptions, id: string) => {
      const preview = await (await context.client()).testimonials.rules.preview(id);
      await printData(preview, {
        resource: 'TestimonialRulePreview',
        options,
        printText: () => print(`The rule would ask ${count(preview.people, 'person', 'people')} now.`),
      });
    }),
  );

  define(rule, 'delete <id>', 'Delete a rule. Its requests remain.', [`earshot testimonial rule delete ${RULE}`])
    .summary('delete a rule')
    .option('-y, --yes', 'skip the confirmation')
    .action(
      run(async (context, options: { yes?: boolean }, id: string) => {
        const { testimonials } = await context.client();
        await confirm(`Delete the rule ${oneLine(id)}?`, options);
        await testimonials.rules.delete(id);
        printDone(`Deleted the rule ${oneLine(id)}`, id);
      }),
    );

  withList(
    define(testimonial, 'asked', 'List the people who were asked for a testimonial, newest first.', [
      'earshot testimonial asked --status open',
    ]).summary('list the people who were asked'),
    'TestimonialRequest',
  )
    .addOption(choice('-s, --status <status>', 'filter by status', REQUEST_STATUSES))
    .action(
      run(async (context, options: ListOptions & { status?: TestimonialRequest['status'] }) => {
        const client = await context.projectClient();
        const query = { status: options.status };
        const { data, total } = await readList((page) => client.testimonials.requests({ ...query, ...page }), options.limit);
        const title = `Showing ${data.length} of ${count(total, 'request')}`;
        await printList(data, { resource: 'TestimonialRequest', options, columns: REQUEST_COLUMNS, title });
      }),
    );
}

interface Fields extends OutputOptions {
  name?: string;
  trigger?: TestimonialRule['trigger'];
  event?: string;
  page?: string;
  times?: number;
  channel?: TestimonialRule['channel'];
  message?: string;
  question?: string[];
  questions?: boolean;
  remindAfter?: number;
  reminder?: boolean;
  enable?: boolean;
  disable?: boolean;
}

/** Adds the options for the fields of a rule. */
const withFields = (command: Command): Command =>
  withJson(command, 'TestimonialRule')
    .addOption(choice('-t, --trigger <trigger>', 'moment of the request', RULE_TRIGGERS))
    .option('--event <name>', 'event that reaches the goal')
    .option('--page <path>', 'page that reaches the goal')
    .option('--times <number>', 'events that reach the goal', parsePositive)
    .addOption(choice('-c, --channel <channel>', 'how people are asked', RULE_CHANNELS))
    .option('-m, --message <text>', 'own sentence of the request')
    .option('-q, --question <text>', 'question that guides the author; repeatable', append)
    .option('--no-questions', 'without questions')
    .option('--remind-after <days>', 'days until the only reminder', parsePositive)
    .option('--no-reminder', 'without a reminder')
    .option('--enable', 'ask people')
    .option('--disable', 'ask nobody');

const toFields = ({ name, trigger, event, page, times, channel, message, enable, disable, ...options }: Fields) => ({
  name,
  trigger,
  event,
  page,
  times,
  channel,
  message,
  questions: options.questions === false ? [] : options.question,
  reminder_days: options.reminder === false ? null : options.remindAfter,
  enabled: disable ? false : enable,
});

const createRule: Action<Fields, [string]> = async (context, options, name) => {
  const client = await context.projectClient();
  const { trigger = 'goal_reached', channel = 'mail', ...fields } = toFields(options);
  await printRule(await client.testimonials.rules.create({ ...fields, trigger, channel, name }), options, 'Created');
};

const editRule: Action<Fields, [string]> = async (context, options, id) => {
  const { testimonials } = await context.client();
  const changes = toFields(options);
  requireChanges(changes, 'testimonial rule edit');
  await printRule(await testimonials.rules.update(id, changes), options, 'Changed');
};

const printRule = async (rule: TestimonialRule, options: OutputOptions, done: string) =>
  await printData(rule, {
    resource: 'TestimonialRule',
    options,
    printText: () => printDone(`${done} ${rule.id} “${oneLine(rule.name)}”`, rule.id),
  });

function formatTrigger({ trigger, event, page, times }: TestimonialRule): string {
  return trigger === 'goal_reached' ? `${event ?? page} ${times ?? 1}×` : trigger;
}
