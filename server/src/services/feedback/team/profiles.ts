import type { Db } from '../../../platform/postgres/database.ts';
import { findProfiles } from '../../../instance/projects/members/store.ts';
import type { Comment } from '../comments/comments-store.ts';
import type { HistoryItem } from '../history-store.ts';

/**
 * Returns the comments with the current name and avatar of members, who may have been nameless when they wrote. Comments of other authors
 * and of deleted users keep theirs.
 */
export async function withCurrentProfiles(db: Db, comments: Comment[]): Promise<Comment[]> {
  const parseUser = ({ author_id }: Comment) => (author_id?.startsWith('usr:') ? author_id.slice('usr:'.length) : '');
  const profiles = await findProfiles(db, [...new Set(comments.map(parseUser).filter(Boolean))]);
  return comments.map((comment) => {
    const profile = profiles.get(parseUser(comment));
    return profile ? { ...comment, author_name: profile.name, author_avatar_url: profile.avatar_url } : comment;
  });
}

/** Returns the items with the current name and avatar of the members who made the changes. */
export async function withCurrentActors<Item extends HistoryItem>(db: Db, items: Item[]) {
  const ids = items.flatMap(({ actor_id: id, actor_is_service_account: isService }) => (id && !isService ? [id] : []));
  const profiles = await findProfiles(db, [...new Set(ids)]);
  return items.map((item) => {
    const profile = item.actor_is_service_account ? undefined : profiles.get(item.actor_id ?? '');
    return { ...item, actor_name: profile ? profile.name : item.actor_name, actor_avatar_url: profile?.avatar_url ?? null };
  });
}
