import { type Json, toList, toText } from './json.ts';
import { compact, type Item, type Reading, type SourceFile, UnreadableFileError } from './source.ts';
import { readJson } from './text.ts';

/** Statuses of posts (https://github.com/getfider/fider, app/models/enum/post_status.go). Duplicates have the status of their original. */
const STATUSES: Record<string, string> = { 0: 'new', 1: 'in_progress', 2: 'done', 3: 'declined', 4: 'planned' };
const [OPEN, DELETED] = [0, 6];
/** Visitors have the role 1, collaborators 2 and administrators 3. */
const isOfTeam = (user: Json | undefined) => Number(user?.role) > 1;
/** Images of texts, such as `![](fider-image:attachments/abc.png)`. */
const IMAGE = 'fider-image:';

export const isBackup = (files: SourceFile[]): boolean => files.some(({ name }) => name === 'posts.json');

/** Returns the key of the attachments of a post or of a comment. */
const buildKey = (postId: unknown, commentId: unknown) => `${toText(postId)} ${toText(commentId) ?? ''}`;

/** Rows of the tables of a backup by their ids. */
async function readTables({ files }: Reading) {
  const read = async (table: string): Promise<Json[]> => {
    const file = files.find(({ name }) => name === `${table}.json`);
    return file ? toList(await readJson(file)) : [];
  };
  const byId = (rows: Json[]) => new Map(rows.map((row) => [row.id, row]));
  const posts = await read('posts');
  if (posts.some(({ number, title }) => number === undefined || title === undefined))
    throw new UnreadableFileError('posts.json is not the table of posts of a backup of Fider');
  return {
    posts,
    users: byId(await read('users')),
    tags: byId(await read('tags')),
    post_tags: Map.groupBy(await read('post_tags'), ({ post_id }) => post_id),
    attachments: Map.groupBy(await read('attachments'), ({ post_id, comment_id }) => buildKey(post_id, comment_id)),
    read,
  };
}

/**
 * Reads the backup that administrators of Fider export (https://github.com/getfider/fider, app/pkg/backup/backup.go): each table as a list of
 * its rows in a JSON file, and images in `blobs`.
 */
export async function* readBackup(reading: Reading): AsyncGenerator<Item> {
  const { posts, users, tags, post_tags, attachments, read } = await readTables(reading);
  const blobs = new Map(
    reading.files.flatMap((file) => (file.name.startsWith('blobs/') ? [[file.name.slice(6), file] as const] : [])),
  );
  const kept = new Map(posts.filter(({ status }) => Number(status) !== DELETED).map((post) => [post.id, post]));
  const findImage = (target: string) => (target.startsWith(IMAGE) ? blobs.get(target.slice(IMAGE.length)) : undefined);
  const withImages = (text: unknown, postId: unknown, commentId: unknown) =>
    [
      toText(text) ?? '',
      ...(attachments.get(buildKey(postId, commentId)) ?? [])
        .map(({ attachment_bkey: key }) => `![](${IMAGE}${toText(key)})`)
        .filter((image) => !(toText(text) ?? '').includes(image)),
    ]
      .filter(Boolean)
      .join('\n\n');
  const toRef = (post: Json | undefined) => post && `fider:${toText(post.number)}`;

  const item = (collection: Item['collection'], line: number, record: Record<string, unknown>): Item => ({
    collection,
    file: { feedback: 'posts.json', votes: 'post_votes.json' }[collection as string] ?? 'comments.json',
    line,
    record: compact(record),
    findImage,
  });

  // Duplicates refer to posts that come before them.
  for (const isDuplicate of [false, true])
    for (const [index, post] of posts.entries()) {
      const original = kept.get(post.original_id);
      if (!kept.has(post.id) || (original !== undefined) !== isDuplicate) continue;
      const [user, responder] = [users.get(post.user_id), users.get(post.response_user_id)];
      const status = Number(post.status);
      yield {
        ...item('feedback', index + 1, {
          external_id: toRef(post),
          type: 'feature',
          title: toText(post.title),
          description: withImages(post.description, post.id, null),
          status: STATUSES[status],
          status_changed_at: status === OPEN ? undefined : post.response_date,
          tags: (post_tags.get(post.id) ?? []).flatMap(({ tag_id }) => toText(tags.get(tag_id)?.name) ?? []),
          submitter_name: toText(user?.name),
          submitter_email: user?.email,
          visibility: post.is_approved === false || post.is_private === true ? 'private' : undefined,
          created_at: post.created_at,
          merged_into_external_id: toRef(original),
        }),
        from: `/posts/${toText(post.number)}/${toText(post.slug) ?? ''}`,
      };
      if (post.response)
        yield item('comments', index + 1, {
          external_id: `${toRef(post)}:response`,
          feedback_external_id: toRef(post),
          body: toText(post.response),
          author_name: toText(responder?.name),
          author_email: responder?.email,
          by_team: true,
          created_at: post.response_date ?? post.created_at,
        });
    }
  for (const [index, comment] of (await read('comments')).entries()) {
    const [post, user] = [kept.get(comment.post_id), users.get(comment.user_id)];
    if (!post || comment.deleted_at) continue;
    const commentItem = item('comments', index + 1, {
      external_id: `fider:comment:${toText(comment.id)}`,
      feedback_external_id: toRef(post),
      body: withImages(comment.content, post.id, comment.id),
      author_name: toText(user?.name),
      author_email: user?.email,
      by_team: isOfTeam(user) || undefined,
      created_at: comment.created_at,
    });
    const refusal = { isDraft: true, message: 'Not imported: the comment was not approved' };
    yield comment.is_approved === false ? { ...commentItem, refusal } : commentItem;
  }
  for (const [index, vote] of (await read('post_votes')).entries()) {
    const [post, user] = [kept.get(vote.post_id), users.get(vote.user_id)];
    if (!post) continue;
    yield item('votes', index + 1, {
      feedback_external_id: toRef(post),
      external_id: `fider:${toText(vote.user_id)}`,
      email: user?.email,
      name: toText(user?.name),
      created_at: vote.created_at,
    });
  }
}
