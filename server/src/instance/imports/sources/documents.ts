import { type Json, listNames, readLists, toObject, toText } from './json.ts';
import { compact, type Source, UnreadableFileError } from './source.ts';
import { readWhole } from './text.ts';

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
    for await (const { list, file, line, value } of readLists(reading, ['posts', 'votes', 'comments'], { advice })) {
      const { collection, toRecord } = CANNY_LISTS[list];
      const record = compact(toRecord(value, reading.options.values?.status));
      yield { collection, file, line, record, ...(list === 'posts' && { from: toText(value.url) }) };
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
