import { TYPES } from '@earshot/contract/services/changelog/values';
import type { Command } from 'commander';
import type { ChangelogEntry, Earshot } from '@earshot/sdk';
import { type Action, choice, define, run, withJson } from '../../command.ts';
import { edit } from '../../editor.ts';
import { CliError } from '../../errors.ts';
import { type Commit, readCommits, readTags } from './git.ts';
import { isInteractive, type OutputOptions, print } from '../../output.ts';
import { MAX_CHANGES, writeReleaseNotes } from './release-notes.ts';
import { printChanged } from './changelog.ts';

/** Adds `changelog draft`. */
export function defineChangelogDraft(changelog: Command): void {
  withJson(
    define(
      changelog,
      'draft',
      'Create a draft from the commits of a range. Conventional commits, commits such as\n"dashboard: show dates" and titles of merged pull requests become lists, and\ntrailers like "Fixes fb_…" link feedback. Changes of tests, documentation and\ntools are left out. On a terminal, the draft opens in $EDITOR first.',
      [
        'earshot changelog draft --from-git v1.2.0..v1.3.0',
        'earshot changelog draft --from-git v1.2.0..HEAD --dry-run',
        'earshot changelog draft --from-git v1.2.0..HEAD --no-editor --publish',
      ],
    ).summary('create a draft from commits'),
    'ChangelogEntry',
  )
    .requiredOption('--from-git <range>', 'range of commits, such as v1.2.0..HEAD')
    .option('-t, --title <title>', 'title; default: the version or the date')
    .addOption(choice('--type <type>', 'type; derived from the commits by default', TYPES))
    .option('--version <version>', 'version; default: the tag at the end of the range')
    .option('--no-editor', 'create the draft without opening $EDITOR')
    .option('--publish', 'publish the entry now')
    .option('--dry-run', 'print the draft and create nothing')
    .action(run(createDraft));
}

interface DraftOptions extends OutputOptions {
  fromGit: string;
  title?: string;
  type?: ChangelogEntry['type'];
  version?: string;
  editor: boolean;
  publish?: boolean;
  dryRun?: boolean;
}

const createDraft: Action<DraftOptions> = async (context, options) => {
  const commits = await readCommits(options.fromGit);
  const [last] = commits;
  const notes = writeReleaseNotes(commits);
  if (!last || !notes.content) throw new CliError(`${options.fromGit} contains no commits for a changelog`);
  if (notes.changeCount > MAX_CHANGES)
    process.stderr.write(
      `The draft lists the last ${MAX_CHANGES} of ${notes.changeCount} changes. Narrow the range for others.\n`,
    );
  const version = options.version ?? (await findVersion(options.fromGit, last));
  const title = options.title ?? (version ? `Version ${version}` : `Update of ${formatDay(last.day)}`);
  if (options.dryRun) return print(`# ${title}\n\n${notes.content}`);
  // Requests that can fail come before the editor.
  const client = await context.projectClient();
  const feedbackIds = await selectExisting(client, notes.feedbackIds);
  const content = options.editor && isInteractive() ? await edit(`${notes.content}\n`, 'changelog.md') : notes.content;
  if (!content.trim()) throw new CliError('The draft is empty; nothing was created');
  const entry = await client.changelog.create({
    title,
    content,
    version,
    type: options.type ?? notes.type,
    feedback_ids: feedbackIds,
    published: options.publish,
  });
  await printChanged(entry, options, entry.published ? 'Published ' : 'Created draft ');
};

/** Returns the version in the name of the tag at the end of a range: `1.3.0` for `v1.2.0..v1.3.0`, or for HEAD with this tag. */
async function findVersion(range: string, last: Commit): Promise<string | undefined> {
  const names = [range.split('..').at(-1) ?? '', ...(await readTags(last.hash))];
  return names.flatMap((name) => /(?:^|[./@-])v?(\d+\.\d+[\w.+-]*)$/.exec(name)?.[1] ?? [])[0];
}

const formatDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** Leaves out feedback that does not exist, because a trailer of a commit cannot be corrected. */
async function selectExisting(client: Earshot, ids: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const id of ids) {
    try {
      found.push((await client.feedback.get(id)).id);
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error;
      process.stderr.write(`${id} was not found and is not linked\n`);
    }
  }
  return found;
}
