import { decodeUserToken } from './user-token.ts';

/** A token that identifies a user of your application (see `signUserToken`), or a function that returns the token. */
export type UserToken = string | (() => string | undefined | Promise<string | undefined>);

/** A cached token is replaced this long before it expires, because clocks differ and requests take time. */
const EXPIRY_MARGIN_MS = 30_000;

/** Creates the source of the user token of a client. Reuses the result of a function until it expires. */
export function createTokenSource(userToken: UserToken | undefined) {
  let current: Promise<string | undefined> | undefined;

  const isValid = (token: string | undefined) => {
    const { exp } = decodeUserToken(token ?? '') ?? {};
    return exp !== undefined && exp * 1000 - EXPIRY_MARGIN_MS > Date.now();
  };

  return {
    /** Returns a valid token. Simultaneous requests share one call of the function. */
    async get(): Promise<string | undefined> {
      if (typeof userToken !== 'function') return userToken;
      const known = current && (await current.catch(() => undefined));
      if (isValid(known)) return known;
      const pending = (async () => await userToken())();
      current = pending;
      return await pending;
    },
    /** Forgets a rejected token. Returns whether the next token can be another one. */
    refresh(): boolean {
      current = undefined;
      return typeof userToken === 'function';
    },
  };
}
