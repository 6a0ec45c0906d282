import { toVotes } from './generic.ts';
import { type Json, listNames, readLists, toList, toObject, toText } from './json.ts';
import { compact, type Item, type Source } from './source.ts';

/** Returns the number of reactions with a thumb up, in the forms of the REST API and of `gh`. Discussions have votes instead. */
function countThumbs({ reactions, reactionGroups, upvoteCount }: Json): number {
  const group = toList(reactionGroups).find(({ content }) => content === 'THUMBS_UP');
  return Number(upvoteCount ?? toObject(reactions)['+1'] ?? toObject(group?.users).totalCount ?? 0);
}

/** Returns the login of an author. Accounts that were deleted have none. */
const toLogin = (value: unknown) => toText(toObject(value).login) ?? 'ghost';

function toStatus({ state, state_reason, stateReason, closed, answer, isAnswered }: Json): string {
  const isClosed = String(state).toLowerCase() === 'closed' || closed === true;
  if (isClosed && /not_planned|duplicate|outdated/i.test(String(state_reason ?? stateReason))) return 'declined';
  return isClosed || isAnswered === true || toText(toObject(answer).id) !== undefined ? 'done' : 'new';
}

/** Returns the discussions of responses of the GraphQL API, of one page or of several (`--paginate --slurp`), or another content itself. */
function unwrapPages(content: unknown): unknown {
  const pages = (Array.isArray(content) ? content : [content]).map((page) => toObject(toObject(page).data));
  const lists = pages.map(({ repository }) => toObject(toObject(repository).discussions).nodes);
  return lists.some(Array.isArray) ? lists.flatMap(toList) : content;
}

/** Returns the names that become tags: labels, and the category of a discussion. */
const listTags = ({ labels, category }: Json): string[] => [
  ...listNames(labels),
  ...listNames(toObject(labels).nodes),
  ...listNames([category]),
];

function toEntry(issue: Json): Record<string, unknown> {
  const tags = listTags(issue);
  const status = toStatus(issue);
  return compact({
    external_id: `github:${toText(issue.number)}`,
    type: tags.some((tag) => /\bbugs?\b/i.test(tag)) ? 'bug' : 'feature',
    title: issue.title,
    description: issue.body,
    status,
    status_changed_at: status === 'new' ? undefined : (issue.closed_at ?? issue.closedAt ?? issue.answerChosenAt),
    tags,
    submitter_name: toLogin(issue.user ?? issue.author),
    created_at: issue.created_at ?? issue.createdAt,
  });
}

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

/** Returns the comments of an issue or a discussion. Replies follow their comment. Hidden and deleted comments are left out. */
function listComments({ comments }: Json): Json[] {
  const nodes = Array.isArray(comments) ? comments : toObject(comments).nodes;
  return toList(nodes)
    .flatMap((comment) => [comment, ...toList(toObject(comment.replies).nodes)])
    .filter(({ isMinimized, deletedAt }) => isMinimized !== true && !deletedAt);
}

/** Returns a warning when a response has only a page of the comments or replies. */
function findMissingComments({ comments }: Json): string[] {
  const lists = [comments, ...toList(toObject(comments).nodes).map(({ replies }) => replies)].map(toObject);
  const isPartial = lists.some(({ totalCount, nodes }) => Number(totalCount ?? 0) > toList(nodes).length);
  return isPartial ? ['The file does not have all comments of this discussion. Request more of them (`first`).'] : [];
}

/**
 * Issues and discussions of GitHub as JSON: issues of the REST API (https://docs.github.com/rest/issues/issues), or of
 * `gh issue list --state all --json number,title,body,state,stateReason,labels,author,createdAt,closedAt,comments,reactionGroups`, and
 * discussions of the GraphQL API (https://docs.github.com/graphql/guides/using-the-graphql-api-for-discussions). They have numbers of one
 * sequence. Issue comments of the REST API (https://docs.github.com/rest/issues/comments) can be in further files. Pull requests are left
 * out.
 */
export const githubIssues: Source = {
  read: async function* (reading) {
    const readAll = () =>
      readLists(reading, ['items', 'nodes'], {
        advice: 'Expected a JSON list of issues, discussions or comments',
        unwrap: unwrapPages,
      });
    const isComment = ({ issue_url, title }: Json) => title === undefined && issue_url !== undefined;
    for await (const { file, line, value: issue } of readAll()) {
      if (isComment(issue) || issue.pull_request) continue;
      const record = toEntry(issue);
      const warnings = findMissingComments(issue);
      const from = toText(issue.html_url ?? issue.url);
      yield { collection: 'feedback', file, line, record, from, ...(warnings.length && { warnings }) };
      for (const item of toVotes(record, countThumbs(issue))) yield { ...item, file, line };
      for (const comment of listComments(issue)) yield toComment(comment, String(record.external_id), { file, line });
    }
    for await (const { file, line, value: comment } of readAll())
      if (isComment(comment)) yield toComment(comment, `github:${String(comment.issue_url).split('/').at(-1)}`, { file, line });
  },
};

/** Releases of the REST API of GitHub (https://docs.github.com/rest/releases/releases). */
export const githubReleases: Source = {
  read: async function* (reading) {
    for await (const { file, line, value: release } of readLists(reading, ['items'], {
      advice: 'Expected a JSON list of releases',
    })) {
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
