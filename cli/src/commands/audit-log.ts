import type { AuditEntry } from '@earshot/sdk';
import type { Command } from 'commander';
import { define, defineGroup, type ListOptions, readList, run, withList } from '../command.ts';
import { type Column, printList } from '../output.ts';
import { parseRange, type RangeOptions, withRange } from '../times.ts';

const COLUMNS: Column<AuditEntry>[] = [
  { name: 'time', text: ({ created_at }) => created_at, isTime: true },
  { name: 'user', text: ({ actor_name }) => actor_name },
  { name: 'token', text: ({ token_name }) => token_name },
  { name: 'action', text: ({ action }) => action, style: () => 'cyan' },
  { name: 'target', text: ({ target_name, target_id }) => target_name ?? target_id },
];

interface AuditLogOptions extends ListOptions, RangeOptions {
  action?: AuditEntry['action'];
  user?: string;
}

export function defineAuditLog(program: Command): void {
  const auditLog = defineGroup(program, 'audit-log', 'actions of the team: changes, deletions and exports');

  withRange(
    withList(
      define(auditLog, 'list', 'List actions of the team, newest first. Requires the role admin.', [
        'earshot audit-log list --action project.updated',
        'earshot audit-log list --since 7d --json action,before,after',
      ]),
      'AuditEntry',
    ),
    'actions',
  )
    .option('-a, --action <action>', 'filter by action, such as member.added')
    .option('--user <id>', 'filter by the id of the user')
    .action(
      run(async (context, options: AuditLogOptions) => {
        const [client, id] = [await context.client(), await context.projectId()];
        const filter = {
          action: options.action,
          actor_id: options.user,
          ...parseRange(options),
        };
        const { data } = await readList((page) => client.projects.auditLog.list(id, { ...filter, ...page }), options.limit);
        await printList(data, { resource: 'AuditEntry', options, columns: COLUMNS });
      }),
    );
}
