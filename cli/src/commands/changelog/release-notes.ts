import type { ChangelogType } from '@earshot/contract/services/changelog/values';
import type { ChangelogEntry } from '@earshot/sdk';
import type { Commit } from './git.ts';

export interface ReleaseNotes {
  /** Markdown: a list for each group of changes. Empty when no commit is worth an entry. */
  content: string;
  /** Number of changes, of which the first `MAX_CHANGES` are listed. */
  changeCount: number;
  type: ChangelogEntry['type'];
  /** Feedback that trailers such as `Fixes fb_…` name, in order of appearance. */
  feedbackIds: string[];
}

type Group = ChangelogType | 'other';

const HEADINGS: Record<Group, string> = {
  breaking: 'Breaking changes',
  feature: 'New',
  improvement: 'Improved',
  fix: 'Fixed',
  other: 'Other changes',
};
const ORDER = (Object.keys(HEADINGS) as Group[]).filter((group) => group !== 'other');
/** Maximum number of changes that release notes list. */
export const MAX_CHANGES = 100;
/** Number of changes of an area from which it has a list of its own. */
const MIN_AREA_CHANGES = 2;

/** Types of Conventional Commits 1.0 and of its common presets, and areas of work. Null: users do not notice the change. */
const GROUPS: Record<string, Group | null> = {
  feat: 'feature',
  feature: 'feature',
  fix: 'fix',
  perf: 'improvement',
  improvement: 'improvement',
  build: null,
  chore: null,
  ci: null,
  deps: null,
  doc: null,
  docs: null,
  e2e: null,
  lint: null,
  refactor: null,
  release: null,
  style: null,
  test: null,
  tests: null,
};

interface Change {
  group: Group;
  /** Area of the product: the prefix of a commit such as `dashboard: show dates`. */
  area?: string;
  text: string;
}

/**
 * Writes release notes from commits, newest first. Conventional Commits are grouped by type, and commits such as `dashboard: show dates`
 * by area. A merge commit with a title (the pull requests of GitHub and the merge requests of GitLab) replaces the commits that it
 * merges; other merge commits are left out, as are changes of tests, documentation and tools.
 */
export function writeReleaseNotes(commits: Commit[]): ReleaseNotes {
  const all = removeDuplicates(summarizeMerges(commits).flatMap(({ subject, body }) => parseChange(subject, body) ?? []));
  const changes = all.slice(0, MAX_CHANGES);
  const lists = [
    ...ORDER.map((group) => ({
      heading: HEADINGS[group],
      texts: changes.filter((change) => change.group === group).map(renderChange),
    })),
    ...listAreas(changes.filter(({ group }) => group === 'other')),
  ].filter(({ texts }) => texts.length);
  const first = (Object.keys(HEADINGS) as Group[]).find((name) => changes.some(({ group }) => group === name));
  const render = (texts: string[]) => texts.map((text) => `- ${text}`).join('\n');
  const [only, another] = lists;
  // A heading over the only list would say what the type of the entry says.
  const content =
    only && !another ? render(only.texts) : lists.map(({ heading, texts }) => `## ${heading}\n\n${render(texts)}`).join('\n\n');
  return {
    content,
    changeCount: all.length,
    type: !first || first === 'other' ? 'improvement' : first,
    feedbackIds: findFeedbackIds(commits),
  };
}

const renderChange = ({ area, text }: Change): string => (area ? `**${escapeMarkdown(area)}:** ${text}` : text);

function removeDuplicates(changes: Change[]): Change[] {
  const seen = new Set<string>();
  return changes.filter((change) => {
    const key = `${change.group} ${renderChange(change)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns a list for each area with several changes, and a list of the other changes. */
function listAreas(changes: Change[]): { heading: string; texts: string[] }[] {
  const byArea = Map.groupBy(changes, ({ area = '' }) => area);
  const areas = [...byArea].filter(([area, { length }]) => area && length >= MIN_AREA_CHANGES);
  const listed = new Set(areas.map(([area]) => area));
  return [
    ...areas.map(([area, own]) => ({ heading: capitalize(escapeMarkdown(area)), texts: own.map(({ text }) => text) })),
    { heading: HEADINGS.other, texts: changes.filter(({ area = '' }) => !listed.has(area)).map(renderChange) },
  ];
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

/** Subjects of commits that git or their author means to replace, and of merges that were squashed. */
const TEMPORARY = /^(?:(?:fixup|squash|amend)! |wip\b|Merge (?:branch|pull request|remote-tracking branch|tag|commit) )/i;

/** Returns the group of a type, null for changes that users do not notice, also of a part such as `docs/guides`, and undefined for areas. */
function findGroup(type: string): Group | null | undefined {
  const find = (name = '') => (Object.hasOwn(GROUPS, name) ? GROUPS[name] : undefined);
  const [part] = type.toLowerCase().split(/[/.]/);
  return find(type.toLowerCase()) ?? (find(part) === null ? null : undefined);
}

function parseChange(subject: string, body: string): Change | undefined {
  if (TEMPORARY.test(subject)) return undefined;
  const [, type = '', scope, mark, description = ''] = /^([\w./-]+)(?:\(([^()]+)\))?(!?): +(\S.*)$/.exec(subject) ?? [];
  const known = findGroup(type);
  const isBreaking = mark === '!' || /^BREAKING[ -]CHANGE: /m.test(body);
  if (known === undefined) {
    const group = isBreaking ? 'breaking' : 'other';
    // A sentence may contain a colon: “Note: …”. Areas are in lower case.
    return /^[a-z]/.test(type) ? { group, area: type, text: formatText(description) } : { group, text: formatText(subject) };
  }
  const group = isBreaking ? 'breaking' : known;
  return group ? { group, area: scope, text: formatText(description) } : undefined;
}

const capitalize = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Removes the number of a squashed pull request, and capitalizes the first letter. */
const formatText = (text: string): string => capitalize(escapeMarkdown(text.replace(/ \(#\d+\)$/, '')));

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
