import type { ChangelogEntry } from '@earshot/sdk';
import type { Commit } from './git.ts';

export interface ReleaseNotes {
  /** Markdown: a list for each group of changes. Empty when no commit is worth an entry. */
  content: string;
  type: ChangelogEntry['type'];
  /** Feedback that trailers such as `Fixes fb_…` name, in order of appearance. */
  feedbackIds: string[];
}

type Group = 'breaking' | 'feature' | 'improvement' | 'fix' | 'other';

const HEADINGS: Record<Group, string> = {
  breaking: 'Breaking changes',
  feature: 'New',
  improvement: 'Improved',
  fix: 'Fixed',
  other: 'Other changes',
};
/** Types of Conventional Commits 1.0 and of its common presets. Null: users do not notice the change. */
const GROUPS: Record<string, Group | null> = {
  feat: 'feature',
  feature: 'feature',
  fix: 'fix',
  perf: 'improvement',
  improvement: 'improvement',
  build: null,
  chore: null,
  ci: null,
  docs: null,
  refactor: null,
  style: null,
  test: null,
};

interface Change {
  group: Group;
  text: string;
}

/**
 * Writes release notes from commits, newest first. Conventional Commits are grouped by type. A merge commit with a title (the pull
 * requests of GitHub and the merge requests of GitLab) replaces the commits that it merges; other merge commits are left out.
 */
export function writeReleaseNotes(commits: Commit[]): ReleaseNotes {
  const changes = summarizeMerges(commits).flatMap(({ subject, body }) => parseChange(subject, body) ?? []);
  const groups = (Object.keys(HEADINGS) as Group[]).flatMap((group) => {
    const texts = new Set(changes.filter((change) => change.group === group).map(({ text }) => text));
    return texts.size ? [{ group, list: [...texts].map((text) => `- ${text}`).join('\n') }] : [];
  });
  const [first] = groups;
  // A heading over the only list would say what the type of the entry says.
  const content =
    groups.length === 1 && first ? first.list : groups.map(({ group, list }) => `## ${HEADINGS[group]}\n\n${list}`).join('\n\n');
  return {
    content,
    type: !first || first.group === 'other' ? 'improvement' : first.group,
    feedbackIds: findFeedbackIds(commits),
  };
}

type Title = Pick<Commit, 'subject' | 'body'>;

/** Replaces merged commits by the title of their merge commit, if it has one. */
function summarizeMerges(commits: Commit[]): Title[] {
  const byHash = new Map(commits.map((commit) => [commit.hash, commit]));
  const mainline = new Set<string>();
  for (let commit = commits[0]; commit; commit = byHash.get(commit.parents[0] ?? '')) mainline.add(commit.hash);
  const replaced = new Set<string>();
  const titles = new Map<string, Title>();
  for (const hash of mainline) {
    const { parents, subject, body } = byHash.get(hash) as Commit;
    const title = parents.length > 1 ? titleOfMerge(subject, body) : undefined;
    if (!title) continue;
    titles.set(hash, title);
    const pending = parents.slice(1);
    for (let next = pending.pop(); next; next = pending.pop()) {
      const merged = byHash.get(next);
      if (!merged || mainline.has(next) || replaced.has(next)) continue;
      replaced.add(next);
      pending.push(...merged.parents);
    }
  }
  return commits.flatMap((commit) => {
    if (replaced.has(commit.hash)) return [];
    return commit.parents.length < 2 ? [commit] : (titles.get(commit.hash) ?? []);
  });
}

/** Returns the title of a merged pull request. GitHub and GitLab write the title into the body of the merge commit. */
function titleOfMerge(subject: string, body: string): Title | undefined {
  if (!subject.startsWith('Merge ')) return { subject, body };
  if (!/^Merge (?:pull request|branch|remote-tracking branch)\b/.test(subject)) return undefined;
  const [title = '', ...rest] = body.split('\n');
  // The body of other merges lists conflicts, or is empty.
  return title && !title.startsWith('#') && !/^(?:Conflicts:|See merge request)/.test(title)
    ? { subject: title, body: rest.join('\n') }
    : undefined;
}

function parseChange(subject: string, body: string): Change | undefined {
  const [, type, scope, mark, description] = /^(\w+)(?:\(([^()]+)\))?(!?): (.+)$/.exec(subject) ?? [];
  const known = GROUPS[type?.toLowerCase() ?? ''];
  const isBreaking = mark === '!' || /^BREAKING[ -]CHANGE: /m.test(body);
  if (known === undefined && !isBreaking) return { group: 'other', text: formatText(subject) };
  const group = isBreaking ? 'breaking' : known;
  if (!group) return undefined;
  const text = formatText(description ?? subject);
  return { group, text: scope ? `**${escapeMarkdown(scope)}:** ${text}` : text };
}

/** Removes the number of a squashed pull request, and capitalizes the first letter. */
const formatText = (text: string): string =>
  escapeMarkdown(text.replace(/ \(#\d+\)$/, '')).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Escapes Markdown outside of code in backticks. */
const escapeMarkdown = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 ? part : part.replaceAll(/[\\*_[\]<>]/g, String.raw`\$&`)))
    .join('');

/** Returns ids after closing keywords, as GitHub defines these for issues: `Fixes fb_…`, `closes: fb_…, fb_…`. */
function findFeedbackIds(commits: Commit[]): string[] {
  const mentions = commits.flatMap(({ subject, body }) =>
    [
      ...`${subject}\n${body}`.matchAll(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?((?:[\s,]+(?:and )?fb_[0-9a-z]{26}\b)+)/gi),
    ].flatMap(([, ids = '']) => ids.match(/fb_[0-9a-z]{26}/gi) ?? []),
  );
  return [...new Set(mentions.map((id) => id.toLowerCase()))];
}
