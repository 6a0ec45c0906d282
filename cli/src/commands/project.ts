import type { Command } from 'commander';
import type { Project } from '@earshot/sdk';
import { define, defineGroup, type ListOptions, readList, run, withJson, withList } from '../command.ts';
import { readConfig, writeConfig } from '../config.ts';
import { findProject } from '../context.ts';
import { CliError } from '../errors.ts';
import { type Column, type OutputOptions, printData, printDone, printList } from '../output.ts';
import { choose, confirm } from '../prompts.ts';
import { oneLine } from '../text.ts';
import { defineKeys } from './project-keys.ts';

const COLUMNS: Column<Project>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'slug', text: ({ slug }) => slug },
  { name: 'role', text: ({ role }) => role },
];

export function defineProject(program: Command): void {
  const project = defineGroup(program, 'project', 'projects and their API keys');

  withList(
    define(project, 'list', 'List your projects.', [
      'earshot project list',
      "earshot project list --json id,slug --jq '.[].slug'",
    ]),
    'Project',
  ).action(
    run(async (context, options: ListOptions) => {
      const client = await context.client();
      const { data } = await readList((page) => client.projects.list(page), options.limit);
      await printList(data, { resource: 'Project', options, columns: COLUMNS });
    }),
  );

  withJson(
    define(project, 'create <name>', 'Create a project.', [
      'earshot project create "Acme"',
      'earshot project create "Acme" --slug acme --timezone Europe/Berlin --use',
    ]),
    'Project',
  )
    .option('--slug <slug>', 'URL segment; derived from the name by default')
    .option('--timezone <zone>', 'time zone of its reports; default: UTC')
    .option('--use', 'make it the project of the current profile')
    .action(
      run(async (context, options: OutputOptions & { slug?: string; timezone?: string; use?: boolean }, name: string) => {
        const { slug, timezone } = options;
        const created = await (await context.client()).projects.create({ name, slug, timezone });
        if (options.use) saveProject(context.instance().profileName, created.id);
        await printData(created, {
          resource: 'Project',
          options,
          printText: () => printDone(`Created project ${oneLine(created.name)} (${created.id})`, created.id),
        });
      }),
    );

  define(project, 'use [project]', 'Choose the project of the current profile, for commands without --project.', [
    'earshot project use acme',
  ])
    .summary('choose the project of the current profile')
    .action(
      run(async (context, _options: object, named: string | undefined) => {
        const { profileName } = context.instance();
        if (!profileName) throw new CliError('No profile to save the project in. Run `earshot login`, or set EARSHOT_PROJECT.');
        const client = await context.client();
        const found = named
          ? await findProject(client, named)
          : await choose(
              'Project',
              (await client.projects.list({ limit: 100 })).data.map(({ id, name, slug }) => ({
                value: id,
                label: name,
                hint: slug,
              })),
              'Pass the id or slug of the project.',
            ).then((id) => client.projects.get(id));
        saveProject(profileName, found.id);
        printDone(`Commands of profile ${profileName} use project ${oneLine(found.name)}`, found.id);
      }),
    );

  define(project, 'empty', 'Delete all content of a test project. Settings, members, keys and webhooks remain.', [
    'earshot project empty --project acme-staging',
    '# In a script, before tests',
    'earshot project empty --yes',
  ])
    .summary('delete all content of a test project')
    .option('-y, --yes', 'skip the confirmation')
    .action(
      run(async (context, options: { yes?: boolean }) => {
        const client = await context.client();
        const { id, name } = await client.projects.get(await context.projectId());
        await confirm(`All feedback, entries, documents and events of ${oneLine(name)} are deleted. Empty the project?`, options);
        await client.projects.empty(id);
        printDone(`Emptied project ${oneLine(name)}`, id);
      }),
    );

  defineKeys(project);
}

function saveProject(profileName: string | undefined, project: string): void {
  const config = readConfig();
  const profile = profileName === undefined ? undefined : config.profiles[profileName];
  if (!profileName || !profile)
    throw new CliError('No profile to save the project in. Run `earshot login`, or set EARSHOT_PROJECT.');
  writeConfig({ ...config, profiles: { ...config.profiles, [profileName]: { ...profile, project } } });
}
