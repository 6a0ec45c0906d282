import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { Db } from '../../../platform/postgres/database.ts';
import { takeVerified } from '../accounts/sign-ins-store.ts';
import { sha256 } from '../secrets.ts';
import type { Profile, Provider } from './provider.ts';

/** Issuer of users whose first sign-in was with an account of this instance. Their subject is the key of their mailbox. */
const ACCOUNT_ISSUER = 'account';

export const toAccountProfile = ({ email, name }: { email: string; name: string | null }): Profile => ({
  issuer: ACCOUNT_ISSUER,
  subject: toMailboxKey(email),
  email,
  name,
  avatarUrl: null,
});

/**
 * Accounts of this instance, for sign-ins without an external provider. The dashboard has the page (`/sign-in/account`), which verifies
 * the person with the operations of accounts/routes.ts and returns to the callback with a code, like any provider.
 */
export function createAccountProvider({
  db,
  publicUrl,
  sendsMails,
}: {
  db: Db;
  publicUrl: () => string;
  sendsMails: boolean;
}): Provider {
  return {
    id: 'account',
    name: 'Passkey or email',
    methods: ['passkey', ...(sendsMails ? ['mail' as const] : [])],
    check: async () => {},
    authorizationUrl: async ({ state }) => new URL(`/sign-in/account?request=${state}`, publicUrl()),
    signIn: async (callback, { state }) => {
      const verified = await takeVerified(db, sha256(state), sha256(callback.searchParams.get('code') ?? ''));
      if (!verified) throw new Error('the code is unknown or expired');
      return 'userId' in verified ? verified : toAccountProfile(verified);
    },
  };
}
