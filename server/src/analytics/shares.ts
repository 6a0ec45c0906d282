import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { forbidden, notFound } from '../http/errors.ts';
import type { Db } from '../postgres/database.ts';
import { randomBase62 } from '../random.ts';
import * as store from './shares-store.ts';

/** 22 base-62 characters hold 131 random bits. */
const LINK_LENGTH = 22;
const OPEN_S = 86_400;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const TOKEN = /^earshot_st_([0-9A-Za-z]{22})_([0-9a-z]{1,12})_([\w-]{43})$/;

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;

export const newLink = () => randomBase62(LINK_LENGTH);

/** A salt, and scrypt of the password with it. */
export async function hashPassword(password: string): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  return Buffer.concat([salt, await derive(password.normalize(), salt, HASH_BYTES)]);
}

async function isPassword(password: string, hash: Buffer): Promise<boolean> {
  const derived = await derive(password.normalize(), hash.subarray(0, SALT_BYTES), HASH_BYTES);
  return timingSafeEqual(derived, hash.subarray(SALT_BYTES));
}

export type Shares = ReturnType<typeof createShares>;

/** Shared links, and the tokens by which whoever opened one asks for its figures. */
export function createShares(db: Db, linkSecret: Buffer) {
  // A password that is set, changed or taken away ends what was opened before.
  const sign = (link: string, expires: string, passwordHash: Buffer | null) =>
    createHmac('sha256', linkSecret)
      .update(`analytics-share ${link} ${expires} ${passwordHash?.toString('hex') ?? ''}`)
      .digest('base64url');

  return {
    /** @throws {HttpError} 404 for a link that is none, 403 without its password */
    open: async (link: string, password: string | undefined) => {
      const share = await store.findShareByLink(db, link);
      if (!share) throw notFound('Share');
      if (share.password_hash) {
        if (!password) throw forbidden('password is required');
        if (!(await isPassword(password, share.password_hash))) throw forbidden('password is wrong');
      }
      await store.touchShare(db, share.project_id, share.id);
      const expires = (Math.floor(Date.now() / 1000) + OPEN_S).toString(36);
      const token = `earshot_st_${link}_${expires}_${sign(link, expires, share.password_hash)}`;
      return { token, expiresIn: OPEN_S, projectId: share.project_id, segmentName: share.segment_name };
    },
    /** What a token shows: as long as its link is there. */
    find: async (token: string): Promise<{ projectId: string; filters: string[] } | undefined> => {
      const [, link = '', expires = '', signature = ''] = TOKEN.exec(token) ?? [];
      if (!link || Number.parseInt(expires, 36) * 1000 < Date.now()) return undefined;
      const share = await store.findShareByLink(db, link);
      if (!share) return undefined;
      const expected = Buffer.from(sign(link, expires, share.password_hash));
      return timingSafeEqual(expected, Buffer.from(signature))
        ? { projectId: share.project_id, filters: share.filters ?? [] }
        : undefined;
    },
  };
}
