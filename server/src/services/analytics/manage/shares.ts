import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { HttpError } from '../../../platform/api/errors.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { randomBase62 } from '../../../platform/random.ts';
import * as store from './shares-store.ts';

/** 22 base-62 characters hold 131 random bits. */
const LINK_LENGTH = 22;
const OPEN_S = 86_400;
/** Limit of wrong passwords of a link, from all addresses together: 1.8 million guesses a year, for passwords of at least 8 characters. */
const WRONG_PASSWORDS = { max: 50, seconds: 900 };
/** An expired token proves for this time that its holder knew the password. */
const KNOWN_S = 30 * OPEN_S;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const TOKEN = /^earshot_st_([0-9A-Za-z]{22})_([0-9a-z]{1,12})_([\w-]{43})$/;

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;

export const createLink = () => randomBase62(LINK_LENGTH);

/** Returns a salt followed by the scrypt hash of the password. */
export async function hashPassword(password: string): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  return Buffer.concat([salt, await derive(password.normalize(), salt, HASH_BYTES)]);
}

async function isPassword(password: string, hash: Buffer): Promise<boolean> {
  const derived = await derive(password.normalize(), hash.subarray(0, SALT_BYTES), HASH_BYTES);
  return timingSafeEqual(derived, hash.subarray(SALT_BYTES));
}

interface Token {
  link: string;
  expires: string;
  expiresMs: number;
  signature: string;
}

function parseToken(text = ''): Token | undefined {
  const [, link, expires, signature] = TOKEN.exec(text) ?? [];
  return link && expires && signature ? { link, expires, expiresMs: Number.parseInt(expires, 36) * 1000, signature } : undefined;
}

export type Shares = ReturnType<typeof createShares>;

/** Opens shared links, and verifies the tokens of their readers. */
export function createShares(db: Db, linkSecret: Buffer) {
  // Tokens are signed with the password hash and their use, so that a change of the password ends access, and that of `embed` ends frames.
  const sign = ({ link, password_hash }: store.Share, expires: string, isEmbedded: boolean) =>
    createHmac('sha256', linkSecret)
      .update(`analytics-share${isEmbedded ? ' embedded' : ''} ${link} ${expires} ${password_hash?.toString('hex') ?? ''}`)
      .digest('base64url');

  /** Returns whether a token was issued for this link, its current password and a use that it allows. The caller checks the expiry. */
  const isSigned = (token: Token, share: store.Share): boolean =>
    token.link === share.link &&
    (share.embed ? [false, true] : [false]).some((isEmbedded) =>
      timingSafeEqual(Buffer.from(sign(share, token.expires, isEmbedded)), Buffer.from(token.signature)),
    );

  /**
   * Limits wrong passwords per link, because attackers can use many addresses. Readers who opened the link before are exempt: their last
   * token proves that they know the password, also after it expired.
   */
  async function checkPassword(share: store.Share, passwordHash: Buffer, password: string, lastToken: Token | undefined) {
    const isKnown = lastToken && lastToken.expiresMs > Date.now() - KNOWN_S * 1000 && isSigned(lastToken, share);
    const wait = isKnown ? undefined : await store.countPasswordTry(db, share, WRONG_PASSWORDS);
    if (wait !== undefined)
      throw new HttpError('shares.too_many_attempts', {
        message: `Too many incorrect passwords for this link; try again in ${wait} seconds`,
        headers: { 'retry-after': String(wait) },
      });
    if (!(await isPassword(password, passwordHash))) throw new HttpError('shares.password_wrong');
    if (!isKnown) await store.uncountPasswordTry(db, share);
  }

  return {
    /**
     * Opens a link, in a frame with `embed`. @throws {HttpError} 404 for an unknown link, 403 without the right password or if the link allows
     * no frames, 429 after too many wrong passwords
     */
    open: async (
      link: string,
      { password, embed = false, lastToken }: { password?: string; embed?: boolean; lastToken?: string },
    ) => {
      const share = await store.findShareByLink(db, link);
      if (!share) throw new HttpError('shares.not_found');
      if (embed && !share.embed) throw new HttpError('shares.embed_not_allowed');
      if (share.password_hash) {
        if (!password) throw new HttpError('shares.password_required');
        await checkPassword(share, share.password_hash, password, parseToken(lastToken));
      }
      await store.touchShare(db, share.project_id, share.id);
      const expires = (Math.floor(Date.now() / 1000) + OPEN_S).toString(36);
      const token = `earshot_st_${link}_${expires}_${sign(share, expires, embed)}`;
      return { token, expiresIn: OPEN_S, projectId: share.project_id, segmentName: share.segment_name };
    },
    /** Returns project and filters of a valid token whose link exists. */
    find: async (token: string): Promise<{ projectId: string; filters: string[] } | undefined> => {
      const parsed = parseToken(token);
      if (!parsed || parsed.expiresMs < Date.now()) return undefined;
      const share = await store.findShareByLink(db, parsed.link);
      if (!share || !isSigned(parsed, share)) return undefined;
      return { projectId: share.project_id, filters: share.filters ?? [] };
    },
  };
}
