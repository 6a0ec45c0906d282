import type { Command } from 'commander';
import type { Company } from '@earshot/sdk';
import { define, defineGroup, type ListOptions, readList, run, withJson, withList } from '../../command.ts';
import { type Column, type OutputOptions, print, printData, printList, renderValues } from '../../output.ts';
import { count } from '../../text.ts';

const COLUMNS: Column<Company>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'people', text: ({ people_count }) => String(people_count) },
  {
    name: 'attributes',
    text: ({ attributes }) =>
      Object.entries(attributes)
        .map(([name, value]) => `${name}=${String(value)}`)
        .join(' '),
  },
];

export function defineCompany(program: Command): void {
  const company = defineGroup(program, 'company', 'companies of people');

  withList(
    define(company, 'list', 'List companies, the newest first.', ['earshot company list --search acme']).summary(
      'list companies',
    ),
    'Company',
  )
    .option('-S, --search <text>', 'search in names and ids')
    .action(
      run(async (context, options: ListOptions & { search?: string }) => {
        const { people } = await context.projectClient();
        const { data, total } = await readList((page) => people.companies.list({ q: options.search, ...page }), options.limit);
        const title = `Showing ${data.length} of ${count(total, 'company', 'companies')}`;
        await printList(data, { resource: 'Company', options, columns: COLUMNS, title });
      }),
    );

  withJson(
    define(company, 'view <id>', 'Show a company with its attributes.', [
      'earshot company view acme',
      '# Its people',
      'earshot person list --company acme',
    ]).summary('show a company'),
    'Company',
  ).action(
    run(async (context, options: OutputOptions, id: string) => {
      const found = await (await context.projectClient()).people.companies.get(id);
      await printData(found, {
        resource: 'Company',
        options,
        printText: () =>
          print(
            renderValues([
              ['id', found.id],
              ['name', found.name ?? ''],
              ['people', String(found.people_count)],
              ...Object.entries(found.attributes).map(([name, value]): [string, string] => [name, String(value)]),
            ]),
          ),
      });
    }),
  );
}
