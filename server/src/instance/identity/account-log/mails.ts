import type { AccountAction } from '@earshot/contract/instance/account-log';
import type { Language } from '@earshot/contract/shared/languages';
import type { FastifyBaseLogger } from 'fastify';
import { findLocale, formatTime } from '../../../platform/i18n/texts.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { MailServer } from '../../mail/delivery.ts';
import { BRAND, renderMail } from '../../mail/template.ts';
import { memberTexts } from '../../texts/texts.ts';
import { findUnsentEntries, markSent, type UnsentEntry } from './store.ts';

const BATCH = 100;

/** Kinds of new credentials, by action. */
const KINDS: Partial<Record<AccountAction, 'token' | 'app' | 'passkey'>> = {
  'token.created': 'token',
  'connected_app.authorized': 'app',
  'passkey.created': 'passkey',
};

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

/** Returns the email about a new credential, in the language of the account. */
export function composeNotice(entry: UnsentEntry, recipient: string, publicUrl: string) {
  const { host } = new URL(publicUrl);
  const language = entry.language ?? 'en';
  const t = memberTexts(language).account;
  const kind = KINDS[entry.action] ?? 'other';
  const name = entry.target_name ? t.quote(entry.target_name) : t.nameless[kind];
  const { text, html } = renderMail(BRAND, {
    language,
    heading: t.added[kind],
    paragraphs: [
      t.addedText(name, host, formatTime(entry.created_at, language), describeOrigin(entry, language)),
      describeRights(entry, language),
      t.instruction,
    ],
    action: { label: t.openAccount, url: `${publicUrl}/account` },
    footer: t.addedFooter(host),
  });
  return {
    id: entry.id,
    recipient,
    sender_name: null,
    reply_to: null,
    headers: {},
    subject: t.addedSubject(t.added[kind], host),
    text_body: text,
    html_body: html,
  };
}

/** Returns from where a credential was added. */
function describeOrigin({ token_name, browser, os, country }: UnsentEntry, language: Language): string {
  const t = memberTexts(language).account;
  const program = browser && os ? t.program(browser, os) : (browser ?? os);
  const origin = token_name ? t.byToken(token_name) : program ? t.byProgram(program) : t.byOther;
  const countries = new Intl.DisplayNames(findLocale(language), { type: 'region' });
  return country ? t.inCountry(origin, countries.of(country) ?? country) : origin;
}

function describeRights({ scopes, project_ids: projects }: UnsentEntry, language: Language): string {
  const t = memberTexts(language).account;
  if (!scopes) return t.canSignIn;
  const reach = projects ? t.someProjects(projects.length) : t.allProjects;
  return scopes.includes('admin') ? t.allRights(reach) : t.rights(reach, scopes.join(', '));
}
