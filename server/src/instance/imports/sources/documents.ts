import { toVotes } from './generic.ts';
import { type Json, listNames, toList, toObject, toText } from './json.ts';
import { compact, type Item, type Reading, type Source, type SourceFile, UnreadableFileError } from './source.ts';
import { readJson, readWhole } from './text.ts';

/** An object of a list of a JSON file. */
interface Listed<Name extends string> {
  list: Name;
  file: string;
  /** Position in the list, from 1. */
  line: number;
  value: Json;
}

/**
 * Yields the objects of the named lists of all files, one list after another. A file that is a list itself is named `items`. One file is in
 * memory at a time, so that several large ones are read again for each list.
 * @throws {UnreadableFileError} when no file has one of the lists
 */
async function* readLists<Name extends string>(
  { files }: Reading,
  names: readonly Name[],
  advice: string,
): AsyncGenerator<Listed<Name>> {
  let isFound = false;
  let last: { file: SourceFile; content: unknown } | undefined;
  for (const list of names)
    for (const file of files) {
      if (last?.file !== file) {
        last = undefined;
        last = { file, content: await readJson(file) };
      }
      const { content } = last;
      const found = Array.isArray(content) ? (list === 'items' ? content : undefined) : toObject(content)[list];
      isFound ||= found !== undefined;
      for (const [index, value] of toList(found).entries()) yield { list, file: file.name, line: index + 1, value };
    }
  if (!isFound) throw new UnreadableFileError(`${files.map(({ name }) => name).join(', ')}: ${advice}`);
}

const CANNY_STATUSES: Record<string, string> = {
  open: 'new',
  'under review': 'under_review',
  planned: 'planned',
  'in progress': 'in_progress',
  complete: 'done',
  closed: 'declined',
};

const toCannyRef = (value: unknown) => `canny:${toText(toObject(value).id)}`;

function toCannyEntry(post: Json, values: Record<string, string> = {}): Record<string, unknown> {
  const author = toObject(post.author);
  const [image] = Array.isArray(post.imageURLs) ? (post.imageURLs as unknown[]) : [];
  return {
    external_id: toCannyRef(post),
    type: 'feature',
    title: post.title,
    description: post.details,
    status: values[String(post.status)] ?? CANNY_STATUSES[String(post.status)] ?? 'new',
    status_changed_at: post.statusChangedAt,
    tags: listNames(post.tags),
    image_url: image,
    submitter_name: author.name,
    submitter_email: author.email,
    submitter_user_id: author.userID,
    created_at: post.created,
  };
}

function toCannyVote(vote: Json): Record<string, unknown> {
  const voter = toObject(vote.voter);
  return {
    feedback_external_id: toCannyRef(vote.post),
    external_id: `canny:${toText(voter.id) ?? toText(vote.id)}`,
    user_id: voter.userID,
    email: voter.email,
    name: voter.name,
    created_at: vote.created,
  };
}

function toCannyComment(comment: Json): Record<string, unknown> {
  const author = toObject(comment.author);
  return {
    external_id: toCannyRef(comment),
    feedback_external_id: toCannyRef(comment.post),
    body: comment.value,
    author_name: author.name,
    author_email: author.email,
    author_user_id: author.userID,
    by_team: author.isAdmin === true || undefined,
    internal: comment.internal === true || undefined,
    created_at: comment.created,
  };
}

const CANNY_LISTS = {
  posts: { collection: 'feedback', toRecord: toCannyEntry },
  votes: { collection: 'votes', toRecord: toCannyVote },
  comments: { collection: 'comments', toRecord: toCannyComment },
} as const;

/**
 * Responses of the API of Canny (https://developers.canny.io/api-reference): `posts/list`, `votes/list` and `comments/list`, in one file
 * or several.
 */
export const canny: Source = {
  read: async function* (reading) {
    const advice = 'A response of the Canny API has a list posts, votes or comments';
    for await (const { list, file, line, value } of readLists(reading, ['posts', 'votes', 'comments'], advice)) {
      const { collection, toRecord } = CANNY_LISTS[list];
      const record = compact(toRecord(value, reading.options.values?.status));
      yield { collection, file, line, record, ...(list === 'posts' && { from: toText(value.url) }) };
    }
  },
};

/** Returns the number of reactions with a thumb up, in the forms of the REST API and of `gh`. */
function countThumbs({ reactions, reactionGroups, upvoteCount }: Json): number {
  const group = toList(reactionGroups).find(({ content }) => content === 'THUMBS_UP');
  return Number(toObject(reactions)['+1'] ?? toObject(group?.users).totalCount ?? upvoteCount ?? 0);
}

/** Returns the login of an author. Accounts that were deleted have none. */
const toLogin = (value: unknown) => toText(toObject(value).login) ?? 'ghost';

function toStatus({ state, state_reason, stateReason, closed }: Json): string {
  if (String(state).toLowerCase() !== 'closed' && closed !== true) return 'new';
  return /not_planned|duplicate|outdated/i.test(String(state_reason ?? stateReason)) ? 'declined' : 'done';
}

/**
 * Issues and discussions of GitHub as JSON: of the REST API (https://docs.github.com/rest/issues/issues), or of
 * `gh issue list --state all --json number,title,body,state,stateReason,labels,author,createdAt,closedAt,comments,reactionGroups`.
 * Issue comments of the REST API (https://docs.github.com/rest/issues/comments) can be in further files. Pull requests are left out.
 */
export const githubIssues: Source = {
  read: async function* (reading) {
    const readAll = () => readLists(reading, ['items', 'nodes'], 'Expected a JSON list of issues, discussions or comments');
    const isComment = ({ issue_url, title }: Json) => title === undefined && issue_url !== undefined;
    for await (const { file, line, value: issue } of readAll()) {
      if (isComment(issue) || issue.pull_request) continue;
      const created_at = issue.created_at ?? issue.createdAt;
      const labels = [...listNames(issue.labels), ...listNames(toObject(issue.labels).nodes)];
      const status = toStatus(issue);
      const entry = compact({
        external_id: `github:${toText(issue.number)}`,
        type: labels.some((label) => /\bbug\b/i.test(label)) ? 'bug' : 'feature',
        title: issue.title,
        description: issue.body,
        status,
        status_changed_at: status === 'new' ? undefined : (issue.closed_at ?? issue.closedAt),
        tags: labels,
        submitter_name: toLogin(issue.user ?? issue.author),
        created_at,
      });
      yield { collection: 'feedback', file, line, record: entry, from: toText(issue.html_url ?? issue.url) };
      for (const item of toVotes(entry, countThumbs(issue))) yield { ...item, file, line };
      const comments = Array.isArray(issue.comments) ? toList(issue.comments) : toList(toObject(issue.comments).nodes);
      for (const comment of comments) yield toComment(comment, `github:${toText(issue.number)}`, { file, line });
    }
    for await (const { file, line, value: comment } of readAll())
      if (isComment(comment)) yield toComment(comment, `github:${String(comment.issue_url).split('/').at(-1)}`, { file, line });
  },
};

const TEAM = /^(OWNER|MEMBER|COLLABORATOR)$/;

const toComment = (comment: Json, feedback_external_id: string, place: Pick<Item, 'file' | 'line'>): Item => ({
  collection: 'comments',
  ...place,
  record: compact({
    external_id: `github:${toText(comment.id)}`,
    feedback_external_id,
    body: comment.body,
    author_name: toLogin(comment.user ?? comment.author),
    by_team: TEAM.test(String(comment.author_association ?? comment.authorAssociation)) || undefined,
    created_at: comment.created_at ?? comment.createdAt,
  }),
});

/** Releases of the REST API of GitHub (https://docs.github.com/rest/releases/releases). */
export const githubReleases: Source = {
  read: async function* (reading) {
    for await (const { file, line, value: release } of readLists(reading, ['items'], 'Expected a JSON list of releases')) {
      const record = compact({
        external_id: `github:${toText(release.id)}`,
        title: toText(release.name) || toText(release.tag_name),
        version: toText(release.tag_name)?.replace(/^v(?=\d)/, ''),
        content: release.body,
        tags: release.prerelease === true ? ['prerelease'] : undefined,
        created_at: release.created_at,
        published_at: release.draft === true ? undefined : release.published_at,
      });
      yield { collection: 'changelog', file, line, record, from: toText(release.html_url) };
    }
  },
};

const HEADING = /^## +(?:\[([^\]]+)\](?:\([^)]*\))?|(\S+))(?:\s+[-–—]\s+|\s+\()?(\d{4}-\d{2}-\d{2})?/;

/** Type of a release by the sections of Keep a Changelog. */
function toType(content: string): string {
  const sections = Array.from(content.matchAll(/^### +(\w+)/gm), ([, name = '']) => name.toLowerCase());
  if (sections.includes('removed')) return 'breaking';
  if (sections.includes('added') || !sections.length) return 'feature';
  return sections.includes('changed') ? 'improvement' : 'fix';
}

/** A file in the format of https://keepachangelog.com/en/1.1.0. Versions without a date, such as “Unreleased”, become drafts. */
export const keepAChangelog: Source = {
  read: async function* ({ files }) {
    for (const file of files) {
      const lines = (await readWhole(file)).split(/\r?\n/);
      const starts = lines.flatMap((line, index) => (HEADING.test(line) ? [index] : []));
      if (!starts.length)
        throw new UnreadableFileError(`${file.name} has no version. Each begins with a line such as ## [1.0.0] - 2026-01-31`);
      // The oldest version first.
      for (const [position, start] of [...starts.entries()].toReversed()) {
        const [, linked, plain, day] = HEADING.exec(lines[start] ?? '') ?? [];
        const version = (linked ?? plain ?? '').replace(/^v(?=\d)/, '');
        const content = lines
          .slice(start + 1, starts[position + 1])
          .filter((line) => !/^\[[^\]]+\]: +\S+$/.test(line))
          .join('\n')
          .trim();
        const isVersion = /\d/.test(version);
        const record = compact({
          external_id: `changelog:${version}`,
          title: isVersion ? `Version ${version}` : version,
          version: isVersion ? version : undefined,
          content,
          type: toType(content),
          published_at: day && `${day}T00:00:00.000Z`,
          created_at: day && `${day}T00:00:00.000Z`,
        });
        yield { collection: 'changelog', file: file.name, line: start + 1, record };
      }
    }
  },
};
