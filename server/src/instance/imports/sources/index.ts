import type { ImportSource } from '@earshot/contract/instance/values';
import { articles } from './articles/articles.ts';
import { canny, keepAChangelog } from './documents.ts';
import { csv } from './generic.ts';
import { githubIssues, githubReleases } from './github.ts';
import { plausible } from './plausible.ts';
import type { Source } from './source.ts';
import { fider, getwaitlist, senja } from './tables.ts';
import { umami } from './umami.ts';

export const SOURCES: Record<ImportSource, Source> = {
  csv,
  canny,
  fider,
  github_issues: githubIssues,
  github_releases: githubReleases,
  keep_a_changelog: keepAChangelog,
  articles,
  getwaitlist,
  senja,
  plausible,
  umami,
  // Archives are restored as a whole (archive-work.ts).
  earshot: { read: async function* () {} },
};
