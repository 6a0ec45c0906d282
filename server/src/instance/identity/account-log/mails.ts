import type { AccountAction } from '@earshot/contract/instance/account-log';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../platform/postgres/database.ts';
import type { MailServer } from '../../mail/delivery.ts';
import { BRAND, renderMail } from '../../mail/template.ts';
import { findUnsentEntries, markSent, type UnsentEntry } from './store.ts';

const BATCH = 100;

/** Kinds of new credentials, by action. */
const KINDS: Partial<Record<AccountAction, string>> = {
  'token.created': 'personal access token',
  'connected_app.authorized': 'connected app',
  'passkey.created': 'passkey',
};

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/**
 * Tells users by email about new credentials of their account. These mails belong to no project, so that no outbox lists them. The entries
 * of the account log are their outbox: a mail is sent at least once, and given up after a day.
 */
export async function mailAccountChanges({
  db,
  server,
  log,
  publicUrl,
}: {
  db: Db;
  server: MailServer;
  log: FastifyBaseLogger;
  publicUrl: () => string;
}): Promise<void> {
  for (const entry of await findUnsentEntries(db, BATCH)) {
    try {
      if (entry.email !== null) await server.send(composeNotice(entry, entry.email, publicUrl()), async () => {});
      await markSent(db, entry);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'an email about a new credential could not be sent, will try again');
    }
  }
}

/** Returns the email about a new credential. */
export function composeNotice(entry: UnsentEntry, recipient: string, publicUrl: string) {
  const { host } = new URL(publicUrl);
  const kind = KINDS[entry.action] ?? 'credential';
  const name = entry.target_name ? `“${entry.target_name}”` : `A ${kind} without a name`;
  const { text, html } = renderMail(BRAND, {
    language: 'en',
    heading: `New ${kind}`,
    paragraphs: [
      `${name} was added to your account at ${host} on ${TIME.format(entry.created_at)} UTC, ${describeOrigin(entry)}.`,
      describeRights(entry),
      'If you added it, there is nothing to do. If you did not, remove it on your account page, and sign out all other devices there.',
    ].filter(Boolean),
    action: { label: 'Open your account', url: `${publicUrl}/account` },
    footer: `You received this email because you have an account at ${host}.`,
  });
  return {
    id: entry.id,
    recipient,
    sender_name: null,
    reply_to: null,
    headers: {},
    subject: `New ${kind} for your account at ${host}`,
    text_body: text,
    html_body: html,
  };
}

/** Returns from where a credential was added. */
function describeOrigin({ token_name, browser, os, country }: UnsentEntry): string {
  const program = [browser, os].filter(Boolean).join(' on ');
  const place = country ? ` in ${COUNTRIES.of(country) ?? country}` : '';
  if (token_name) return `with the token “${token_name}”${place}`;
  if (program) return `with ${program}${place}`;
  return `by a program or on the command line of the server${place}`;
}

function describeRights({ scopes, project_ids: projects }: UnsentEntry): string {
  if (!scopes) return 'It can sign in to your account.';
  const reach = projects ? `${projects.length} of your projects` : 'all of your projects';
  return scopes.includes('admin') ? `It has all of your rights in ${reach}.` : `It has access to ${reach}: ${scopes.join(', ')}.`;
}
