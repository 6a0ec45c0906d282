import { toEmailDomain } from '@earshot/contract/shared/mailbox';
import type { Config } from '../../platform/config/config.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { Profile } from './providers/provider.ts';
import * as users from './users-store.ts';

/** The person signed in at the provider but may not have an account. The message is shown to the person. */
export class SignUpRefusedError extends Error {}

export interface SignUpOptions {
  config: Pick<Config, 'EARSHOT_SIGN_UP' | 'EARSHOT_SIGN_UP_DOMAINS' | 'EARSHOT_CONTACT' | 'isLocal'>;
  /** Returns whether the user is a member of any project. */
  isMember: (tx: Transaction, userId: string) => Promise<boolean>;
}

/**
 * Checks that a person without an account may sign up, and returns the kind of account. Requires `lockSignUp`. @throws
 * {SignUpRefusedError}
 */
export type CheckSignUp = (tx: Transaction, profile: Profile) => Promise<{ isGuest: boolean }>;

export function createCheckSignUp({ config, isMember }: SignUpOptions): CheckSignUp {
  const { EARSHOT_CONTACT: contact, isLocal } = config;

  return async (tx, profile) => {
    if (isOpenTo(config, profile)) return { isGuest: false };
    const isFirst = !(await users.hasUsers(tx, { withLocal: isLocal }));
    if (isFirst) return { isGuest: false };
    const invited = profile.email === null ? undefined : await users.lockInvited(tx, profile.email);
    // A token from the server's command line is an invitation to the instance. Other invitations end with their last project.
    if (invited && (await users.hasTokens(tx, invited))) return { isGuest: false };
    if (invited && (await isMember(tx, invited))) return { isGuest: true };
    throw new SignUpRefusedError(
      profile.email === null
        ? `Your identity provider does not confirm your email address, so an invitation can’t be found: ask ${contact} for help`
        : `There is no account for ${profile.email}, and this instance is by invitation only: ask ${contact} to invite you`,
    );
  };
}

/** Returns whether a person may sign up without an invitation. */
export const isOpenTo = (
  { EARSHOT_SIGN_UP: mode, EARSHOT_SIGN_UP_DOMAINS: domains = [] }: SignUpOptions['config'],
  { email }: { email: string | null },
): boolean => mode === 'anyone' || isOfDomain(email, domains);

/** Returns whether a verified address belongs to one of the domains, given as in DNS. Subdomains do not match. */
const isOfDomain = (email: string | null, domains: string[]) => {
  const domain = email === null ? undefined : toEmailDomain(email);
  return domain !== undefined && domains.includes(domain);
};
