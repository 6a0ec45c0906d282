import { INVITABLE_ROLES } from '@earshot/contract/instance/values';
import { isSameMailbox } from '@earshot/contract/shared/mailbox';
import type { Command } from 'commander';
import type { Earshot, Member } from '@earshot/sdk';
import { choice, define, defineGroup, type ListOptions, readList, run, withJson, withList } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type Column, note, type OutputOptions, printData, printDone, printList } from '../output.ts';
import { confirm } from '../prompts.ts';
import { oneLine } from '../text.ts';

const COLUMNS: Column<Member>[] = [
  { name: 'id', text: ({ user_id }) => user_id, style: () => 'cyan' },
  { name: 'email', text: ({ email }) => email },
  { name: 'name', text: ({ name }) => name },
  { name: 'role', text: ({ role }) => role },
  { name: 'state', text: ({ state }) => state, style: ({ state }) => (state === 'invited' ? 'yellow' : undefined) },
];

export function defineMember(program: Command): void {
  const member = defineGroup(program, 'member', 'members of the project');

  withList(define(member, 'list', 'List the members of the project.', ['earshot member list']), 'Member').action(
    run(async (context, options: ListOptions) => {
      const [client, id] = [await context.client(), await context.projectId()];
      const { data } = await readList((page) => client.projects.members.list(id, page), options.limit);
      await printList(data, { resource: 'Member', options, columns: COLUMNS });
    }),
  );

  withJson(
    define(member, 'add <email>', 'Add a member by email address. New users sign in with this address.', [
      'earshot member add grace@example.com --role admin',
    ]).summary('add a member by email address'),
    'Member',
  )
    .addOption(choice('--role <role>', 'role in the project', INVITABLE_ROLES).default('member'))
    .action(
      run(async (context, options: OutputOptions & { role: (typeof INVITABLE_ROLES)[number] }, email: string) => {
        const [client, id] = [await context.client(), await context.projectId()];
        const added = await client.projects.members.invite(id, { email, role: options.role });
        await printData(added, {
          resource: 'Member',
          options,
          printText: () => {
            printDone(`Added ${oneLine(email)} as ${added.role}`, added.user_id);
            printLink(added);
          },
        });
      }),
    );

  withJson(
    define(
      member,
      'invite-again <member>',
      'Send the invitation of a member who has not signed in again. It is\nvalid for 14 days.',
      ['earshot member invite-again grace@example.com'],
    ).summary('send an invitation again'),
    'Member',
  ).action(
    run(async (context, options: OutputOptions, named: string) => {
      const [client, id] = [await context.client(), await context.projectId()];
      const { user_id } = await findMember(client, id, named);
      const invited = await client.projects.members.inviteAgain(id, user_id);
      await printData(invited, {
        resource: 'Member',
        options,
        printText: () => {
          printDone(`Invited ${oneLine(invited.email ?? user_id)} again`, user_id);
          printLink(invited);
        },
      });
    }),
  );

  define(member, 'remove <member>', 'Remove a member by email address or id.', ['earshot member remove grace@example.com --yes'])
    .summary('remove a member')
    .option('-y, --yes', 'skip the confirmation')
    .action(
      run(async (context, options: { yes?: boolean }, named: string) => {
        const [client, id] = [await context.client(), await context.projectId()];
        const found = await findMember(client, id, named);
        await confirm(`Remove ${oneLine(found.email ?? found.user_id)} from the project?`, options);
        await client.projects.members.remove(id, found.user_id);
        printDone(`Removed ${oneLine(found.email ?? found.user_id)}`, found.user_id);
      }),
    );
}

/** Prints the link of an invitation that is not mailed, because the instance has no mail server. */
function printLink({ invitation }: Member): void {
  if (invitation && !invitation.is_mailed) note(`No mail server is configured. Send this link: ${invitation.url}`);
}

async function findMember(client: Earshot, projectId: string, named: string): Promise<Member> {
  for await (const member of client.projects.members.list(projectId, { limit: 100 }))
    if (member.user_id === named || (member.email !== null && isSameMailbox(member.email, named))) return member;
  throw new UsageError(`Member ${named} not found. \`earshot member list\` lists all members.`);
}
