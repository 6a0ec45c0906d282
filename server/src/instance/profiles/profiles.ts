import type { UpdateProfile } from '@earshot/contract/instance/auth';
import type { Static } from 'typebox';
import type { User } from '../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { updateProfile } from '../identity/users-store.ts';
import { newId } from '../../platform/ids.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { rewriteImage } from '../uploads/images.ts';
import { deleteAvatar, saveAvatar } from './store.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Changes name, avatar and language of a user. @throws {HttpError} 400 when the avatar is no image */
export async function changeProfile(
  db: Db,
  userId: string,
  { name, avatar, language, avatarUrlOf }: Static<typeof UpdateProfile> & { avatarUrlOf: (id: string) => string },
): Promise<User> {
  // Before the transaction: images are queued, and database connections are scarce.
  const image = typeof avatar === 'string' ? await readAvatar(avatar) : undefined;
  const id = newId();
  return await transact(db, async (tx) => {
    if (image) await saveAvatar(tx, userId, { id, content_type: image.type, image: image.bytes });
    else if (avatar === null) await deleteAvatar(tx, userId);
    const avatarUrl = image ? avatarUrlOf(id) : avatar === null ? null : undefined;
    const user = await updateProfile(tx, userId, { name, avatarUrl, language });
    if (!user) throw new HttpError('auth.token_invalid');
    return user;
  });
}

/** Decodes and encodes an avatar again, like uploads. */
async function readAvatar(base64: string) {
  if (!BASE64.test(base64)) throw invalidField('avatar', 'format', 'avatar must be an image in base64');
  return await rewriteImage(Buffer.from(base64, 'base64'), 'avatar');
}
