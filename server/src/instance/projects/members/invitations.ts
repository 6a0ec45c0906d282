import { HttpError } from '../../../platform/api/errors.ts';
import { formatDate } from '../../../platform/i18n/texts.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import type { User } from '../../../platform/api/credentials.ts';
import { type Actor, recordAudit } from '../../audit/audit.ts';
import { composeMail } from '../../mail/compose.ts';
import type { SendMails } from '../../mail/outbox.ts';
import { memberTexts } from '../../texts/texts.ts';
import * as members from './store.ts';
import { buildDashboardUrl } from '../dashboard-url.ts';
import { type ForgetInvited, getMember, inviteMember, memberTarget } from '../projects.ts';
import { findProject } from '../store.ts';

export interface InvitationDeps {
  db: Db;
  sendMails: SendMails;
  findOrInvite: (tx: Transaction, email: string) => Promise<User>;
  publicUrl: () => string;
}

interface Invitation {
  projectId: string;
  actor: Actor;
}

/** Adds a person to a project and mails an invitation. Runs in the given unit of work. @throws {HttpError} 409 */
export async function invite(
  { sendMails, findOrInvite, publicUrl }: InvitationDeps,
  db: Db,
  invitation: Invitation & { email: string; role: members.Member['role'] },
): Promise<members.Member> {
  return await transact(db, async (tx) => {
    const member = await inviteMember(tx, findOrInvite, invitation);
    await mailInvitation(tx, { sendMails, publicUrl }, { member, actor: invitation.actor });
    return member;
  });
}

/** Mails an invitation again, which is valid for another 14 days. @throws {HttpError} 404, 409 for members who have signed in */
export async function inviteAgain(
  { db, sendMails, publicUrl }: InvitationDeps,
  { projectId, userId, actor }: Invitation & { userId: string },
): Promise<members.Member> {
  return await transact(db, async (tx) => {
    if (!(await getMember(tx, projectId, userId)).is_invited) throw new HttpError('members.already_signed_in');
    await members.renewInvitation(tx, projectId, userId);
    const member = await getMember(tx, projectId, userId);
    await recordAudit(tx, { projectId, actor, action: 'member.invited_again', target: memberTarget(member) });
    await mailInvitation(tx, { sendMails, publicUrl }, { member, actor });
    return member;
  });
}

async function mailInvitation(
  tx: Transaction,
  { sendMails, publicUrl }: Pick<InvitationDeps, 'sendMails' | 'publicUrl'>,
  { member, actor }: { member: members.Member; actor: Actor },
): Promise<void> {
  const project = await findProject(tx, member.project_id);
  if (!project || !member.email) return;
  const language = member.language ?? project.settings.pages.language;
  const t = memberTexts(language).invitation;
  const inviter = actor.name ?? t.inviter;
  const expiry = members.findInvitationExpiry(member);
  await sendMails(tx, project.id, [
    composeMail(project, {
      language,
      cause: `member.invited:${member.user_id}:${member.invited_at.getTime()}`,
      recipient: member.email,
      subject: t.subject(inviter, project.name),
      heading: t.heading(project.name),
      paragraphs: [t.text(inviter, project.name, t.roles[member.role]), member.is_invited ? t.accept(member.email) : t.find],
      action: { label: t.open(project.name), url: buildDashboardUrl(publicUrl(), project.slug) },
      footer: [...(expiry ? [t.expires(formatDate(expiry, language))] : []), t.ignore(inviter)].join(' '),
      isUnsolicited: true,
    }),
  ]);
}

/** Removes the memberships of people who have not signed in within 14 days. */
export function expireInvitations(jobs: JobQueue, { db, forgetInvited }: { db: Db; forgetInvited: ForgetInvited }): void {
  jobs.schedule('members.expire-invitations', '47 * * * *', () =>
    transact(db, async (tx) => forgetInvited(tx, await members.deleteExpiredInvitations(tx))),
  );
}
