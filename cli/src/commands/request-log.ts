import type { RequestLogEntry } from '@earshot/sdk';
import { LOG_CLIENTS } from '@earshot/contract/instance/values';
import { type Command, Option } from 'commander';
import { define, defineGroup, type ListOptions, readList, run, withList } from '../command.ts';
import { type Column, printList } from '../output.ts';
import { parseRange, type RangeOptions, withRange } from '../times.ts';

const COLUMNS: Column<RequestLogEntry>[] = [
  { name: 'time', text: ({ created_at }) => created_at, isTime: true },
  { name: 'method', text: ({ method }) => method },
  { name: 'path', text: ({ path }) => path },
  { name: 'status', text: ({ status }) => String(status), style: ({ status }) => (status >= 400 ? 'red' : 'green') },
  { name: 'code', text: ({ code }) => code },
  { name: 'ms', text: ({ duration_ms }) => String(duration_ms) },
  { name: 'count', text: ({ count }) => String(count) },
  { name: 'credential', text: ({ credential, credential_name }) => credential_name ?? credential },
  { name: 'request', text: ({ request_id }) => request_id },
];

interface RequestLogOptions extends ListOptions, RangeOptions {
  status?: string;
  method?: RequestLogEntry['method'];
  code?: string;
  credential?: RequestLogEntry['credential'];
  client?: (typeof LOG_CLIENTS)[number];
  search?: string;
}

export function defineRequestLog(program: Command): void {
  const requestLog = defineGroup(program, 'request-log', 'API requests of the last seven days');

  withRange(
    withList(
      define(requestLog, 'list', 'List API requests, newest first. Requires the role member.', [
        'earshot request-log list --status 4xx --client programs',
        'earshot request-log list --code validation --json path,request_id',
      ]),
      'RequestLogEntry',
    ),
    'requests',
  )
    .option('-s, --status <status>', 'filter by status, such as 404, or class, such as 4xx')
    .option('-m, --method <method>', 'filter by method, such as POST')
    .option('-c, --code <code>', 'filter by error code, such as validation')
    .addOption(new Option('--client <client>', 'programs, or people who are signed in').choices(LOG_CLIENTS))
    .option('-S, --search <text>', 'filter by a part of the path, or by request id')
    .option('--credential <kind>', 'filter by the kind of the credential, such as api_key')
    .action(
      run(async (context, options: RequestLogOptions) => {
        const [client, id] = [await context.client(), await context.projectId()];
        const filter = {
          status: options.status,
          method: options.method,
          code: options.code,
          credential: options.credential ?? undefined,
          client: options.client,
          q: options.search,
          ...parseRange(options),
        };
        const { data } = await readList((page) => client.projects.requestLog.list(id, { ...filter, ...page }), options.limit);
        await printList(data, { resource: 'RequestLogEntry', options, columns: COLUMNS });
      }),
    );
}
