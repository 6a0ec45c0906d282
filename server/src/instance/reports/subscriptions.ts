import type { ReportFrequency } from '@earshot/contract/instance/values';
import { type Actor, recordAudit } from '../audit/audit.ts';
import { composeMail, type Mailing } from '../mail/compose.ts';
import { linkAction } from '../mail/link-actions.ts';
import { type Expiring, expireConfirmation, signLink } from '../mail/links.ts';
import { findBrand, type Project } from '../projects/store.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { formatId } from '../../platform/ids.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { memberTexts } from '../texts/texts.ts';
import {
  confirmAddress,
  deleteSubscription,
  findSubscription,
  lockCountOthers,
  type Subscription,
  upsertAddress,
} from './store.ts';

const CONFIRM = 'reports.confirm';
const UNSUBSCRIBE = 'reports.unsubscribe';
/** Addresses outside of a project, confirmed or not. Each new one gets a mail that it did not ask for. */
const MAX_ADDRESSES = 50;

/** Payload of a confirmation link. It confirms an address that was added when the mail was sent, not a later one. */
interface ConfirmationLink extends Expiring {
  project_id: string;
  email: string;
  /** ISO 8601, by the clock of the database. */
  as_of: string;
}

/** Payload of an unsubscribe link. The id also names subscriptions of members, whose address can change. */
interface UnsubscribeLink {
  project_id: string;
  subscription_id: string;
}

const linkTo = (
  { linkSecret, publicUrl }: Pick<Mailing, 'linkSecret' | 'publicUrl'>,
  purpose: string,
  path: string,
  link: ConfirmationLink | UnsubscribeLink,
) => `${publicUrl()}/v1/reports/${path}?token=${signLink(linkSecret, purpose, link)}`;

export const unsubscribeUrl = (
  deps: Pick<Mailing, 'linkSecret' | 'publicUrl'>,
  { project_id, id }: Pick<Subscription, 'project_id' | 'id'>,
) => linkTo(deps, UNSUBSCRIBE, 'unsubscribe', { project_id, subscription_id: id });

/** Adds an address outside of the project, and mails it a confirmation link unless it is confirmed. Returns the id. @throws {HttpError} 409 */
export async function addAddress(
  deps: Omit<Mailing, 'db'>,
  tx: Transaction,
  { project, email, frequency, actor }: { project: Project; email: string; frequency: ReportFrequency; actor: Actor },
): Promise<string> {
  if ((await lockCountOthers(tx, project.id, email)) >= MAX_ADDRESSES) throw new HttpError('report_subscriptions.limit_exceeded');
  const { id, isNew, isConfirmed, asOf } = await upsertAddress(tx, project.id, { email, frequency });
  if (isNew)
    await recordAudit(tx, {
      projectId: project.id,
      actor,
      action: 'report_subscription.added',
      target: { id: formatId('rps', id), name: email },
      after: { frequency },
    });
  if (isConfirmed) return id;
  // At most one mail per mailbox and hour, so that repeated requests cannot flood a mailbox.
  const hour = asOf.toISOString().slice(0, 13);
  const link: ConfirmationLink = { project_id: project.id, email, as_of: asOf.toISOString(), ...expireConfirmation(project) };
  const { language } = project.settings.pages;
  const t = memberTexts(language).report;
  await deps.sendMails(tx, project.id, [
    composeMail(project, {
      language,
      cause: `report.confirm:${id}:${hour}`,
      recipient: email,
      isUnsolicited: true,
      subject: t.confirmSubject(t.names[frequency], project.name),
      heading: t.confirm,
      paragraphs: [t.confirmText(t.names[frequency], project.name)],
      action: { label: commonTexts(language).confirmEmail, url: linkTo(deps, CONFIRM, 'confirm', link) },
      footer: t.entered(project.name),
    }),
  ]);
  return id;
}

/** Deletes a subscription. The audit log records addresses outside of the project only: members decide for themselves. */
export async function removeSubscription(db: Db, subscription: Subscription, actor: Actor): Promise<void> {
  const { project_id: projectId, id, user_id: userId, email, frequency } = subscription;
  await transact(db, async (tx) => {
    await deleteSubscription(tx, projectId, id);
    if (userId === null)
      await recordAudit(tx, {
        projectId,
        actor,
        action: 'report_subscription.removed',
        target: { id: formatId('rps', id), name: email ?? '' },
        before: { frequency },
      });
  });
}

/** Actions of the links in the mails. */
export const reportLinks = (db: Db) => [
  linkAction<ConfirmationLink>({
    path: '/confirm',
    id: 'confirmReportSubscription',
    summary: 'Confirm a report subscription',
    description:
      'For the link in the confirmation email: its `token` is the only credential. The address receives the reports of the project from then on. Confirming again has no effect. Browsers that accept HTML receive a page.',
    tag: 'Projects',
    purpose: CONFIRM,
    renewal: (language) => memberTexts(language).report.renewal,
    ask: async ({ project_id, email }, language) => {
      const t = memberTexts(language).report;
      const brand = await findBrand(db, project_id);
      return (
        brand && {
          brand,
          title: t.confirm,
          text: t.willReceive(email, brand.name),
          button: commonTexts(language).confirm,
        }
      );
    },
    act: async ({ project_id, email, as_of }, language) => {
      const t = memberTexts(language).report;
      const brand = await findBrand(db, project_id);
      if (!brand || !(await confirmAddress(db, project_id, email, as_of))) return undefined;
      return { brand, title: t.isConfirmed, text: t.isConfirmedText(brand.name) };
    },
  }),
  linkAction<UnsubscribeLink>({
    path: '/unsubscribe',
    id: 'unsubscribeFromReports',
    summary: 'Unsubscribe from reports',
    description:
      'For the link in reports and for the one-click unsubscribe of mail programs (RFC 8058): its `token` is the only credential. Deletes the subscription. Unsubscribing again has no effect.',
    tag: 'Projects',
    purpose: UNSUBSCRIBE,
    ask: async ({ project_id, subscription_id }, language) => {
      const { unsubscribe, unsubscribeQuestion } = commonTexts(language);
      const [brand, subscription] = await Promise.all([
        findBrand(db, project_id),
        findSubscription(db, project_id, subscription_id),
      ]);
      return (
        brand && {
          brand,
          title: unsubscribeQuestion,
          text: memberTexts(language).report.unsubscribeText(subscription?.email ?? null, brand.name),
          button: unsubscribe,
        }
      );
    },
    act: async ({ project_id, subscription_id }, language) => {
      const brand = await findBrand(db, project_id);
      await deleteSubscription(db, project_id, subscription_id);
      return { brand, title: commonTexts(language).unsubscribed, text: memberTexts(language).report.unsubscribedText };
    },
  }),
];
