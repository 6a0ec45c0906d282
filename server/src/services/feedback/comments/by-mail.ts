import { ROLES } from '@earshot/contract/instance/values';
import type { Language } from '@earshot/contract/shared/languages';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { truncate } from '@earshot/contract/shared/text';
import type { Instance } from '../../../instance/instance.ts';
import type { Explanation } from '../../../instance/mail/inbound/explanation.ts';
import type { InboundMail, Reply } from '../../../instance/mail/inbound/inbound.ts';
import { findMemberWithAddress, type Member } from '../../../instance/projects/members/store.ts';
import { findProject, type Project } from '../../../instance/projects/store.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import type { Transaction } from '../../../platform/postgres/database.ts';
import { ANONYMOUS, type Author, BY_ADDRESS, findSegmentIds } from '../authors.ts';
import type { SegmentDeps } from '../boards/segments-store.ts';
import { findMergeTarget, lockMerging } from '../merging/merge-store.ts';
import { findProjectId } from '../store.ts';
import { findLanguages } from '../subscriptions/subscribers-store.ts';
import { findVerifiedUser } from '../team/store.ts';
import { feedbackTexts } from '../texts/texts.ts';
import { addComment } from './comments.ts';
import { findSubmitters } from './comments-store.ts';

/** Kinds of replies by mail. Mails that were sent contain the numbers. */
export const REPLIES = {
  /** By a follower. */
  comment: { kind: 1 },
  /** By a member. */
  note: { kind: 2 },
  /** By the submitter, to a private answer. */
  private: { kind: 3 },
} as const;

/** Longest comment (contract) and name. */
const MAX_BODY_LENGTH = 10_000;
const MAX_NAME_LENGTH = 100;

/** First word of a member's reply that is no internal note. */
const DIRECTIVE = /^#(public|private)\b[:.]?\s*/i;

type Take = Parameters<InboundMail['define']>[1]['take'];

type Deps = Pick<Instance, 'inboundMail' | 'events' | 'segments' | 'log'>;

/** An entry that a reply belongs to. Comments are added to its merge target, and move back when the merge is undone. */
interface Place {
  project: Project;
  entryId: string;
  originId: string;
}

/**
 * Adds replies to mails about an entry as comments. The rights of the person are those at this time. A reply of a member to a notification is
 * an internal note unless it says otherwise, because a note can be published later and a comment cannot be taken back.
 */
export function takeMailReplies({ inboundMail, events, segments, log }: Deps): void {
  const define = (kind: number, take: Take) =>
    inboundMail.define(kind, { take, findLanguage: findReplyLanguage, explain: (refusal) => explain(log, refusal) });

  define(REPLIES.comment.kind, async (tx, reply) => {
    const { project, ...place } = await findPlace(tx, reply);
    const member = await findMemberWithAddress(tx, project.id, reply.from.address);
    const author =
      member && canComment(member) ? toTeamAuthor(member) : await findPerson({ db: tx, segments }, project.id, reply);
    const audience = author.role === 'team' ? 'team' : 'public';
    await addComment({ db: tx, events }, { ...place, project, audience, author, body: checkBody(reply.text) });
  });

  define(REPLIES.note.kind, async (tx, reply) => {
    const { project, ...place } = await findPlace(tx, reply);
    const member = await findMemberWithAddress(tx, project.id, reply.from.address);
    if (!member) throw new HttpError('auth.not_a_member');
    if (!canComment(member)) throw new HttpError('auth.role_required');
    const directive = DIRECTIVE.exec(reply.text);
    const isPrivate = directive?.[1]?.toLowerCase() === 'private';
    const body = checkBody(reply.text.slice(directive?.[0].length));
    const comment = { body, internal: !directive, isPrivate, author: toTeamAuthor(member) };
    await addComment({ db: tx, events }, { ...place, project, audience: 'team', ...comment });
  });

  define(REPLIES.private.kind, async (tx, reply) => {
    const { project, ...place } = await findPlace(tx, reply);
    const recipient = (await findSubmitters(tx, project.id, [place.originId])).get(place.originId);
    // The submitter was erased, or has another address now.
    if (!recipient?.is_confirmed || recipient.email !== toMailboxKey(reply.from.address))
      throw new HttpError('feedback.not_found');
    const isUser = recipient.id?.startsWith('end:') === true;
    const person: Author = isUser
      ? { ...ANONYMOUS, role: 'user', id: recipient.id, name: recipient.name ?? findName(reply) }
      : { ...toVisitor(reply), ...(recipient.name && { name: recipient.name }) };
    const body = checkBody(reply.text);
    await addComment(
      { db: tx, events },
      { ...place, project, audience: 'team', author: person, body, isPrivate: true, recipient },
    );
  });
}

/** Returns the language of the account of a member, of a follower, or of the pages of the project. */
async function findReplyLanguage(tx: Transaction, { subject, from }: Omit<Reply, 'text'>): Promise<Language | undefined> {
  const projectId = await findProjectId(tx, subject);
  const project = projectId && (await findProject(tx, projectId));
  if (!project) return undefined;
  const member = await findMemberWithAddress(tx, project.id, from.address);
  if (member?.language) return member.language;
  const languages = await findLanguages(tx, project.id, [from.address]);
  return languages.get(toMailboxKey(from.address)) ?? project.settings.pages.language;
}

/** Returns the reason of a refusal for the sender. The messages of the API are in English. */
function explain(log: Deps['log'], { code, fields: [field] = [] }: HttpError): Explanation {
  const write = (sentence: (texts: ReturnType<typeof feedbackTexts>['refusedReplies']) => string): Explanation => {
    return (language) => sentence(feedbackTexts(language).refusedReplies);
  };
  const reason = field ? `${field.path} ${field.code}` : code;
  switch (reason) {
    case 'body required':
      return write((t) => t.noText);
    case 'body too_long':
      return write((t) => t.tooLong(MAX_BODY_LENGTH));
    case 'private not_found':
      return write((t) => t.unreachable);
    case 'auth.not_a_member':
      return write((t) => t.notMember);
    case 'auth.role_required':
      return write((t) => t.viewer);
    case 'feedback.not_found':
      return write((t) => t.missing);
    default:
      log.warn({ reason }, 'a reply was refused for a reason that has no text');
      return () => undefined;
  }
}

/** @throws {HttpError} 404 */
async function findPlace(tx: Transaction, { subject: originId }: Reply): Promise<Place> {
  const projectId = await findProjectId(tx, originId);
  const project = projectId && (await findProject(tx, projectId));
  if (projectId) await lockMerging(tx, projectId);
  const entryId = projectId && (await findMergeTarget(tx, projectId, originId));
  if (!project || !entryId) throw new HttpError('feedback.not_found');
  return { project, entryId, originId };
}

/** @throws {HttpError} 400 */
function checkBody(text: string): string {
  const body = text.trim();
  if (!body) throw invalidField('body', 'required', 'Your reply contained no text');
  if (body.length > MAX_BODY_LENGTH)
    throw invalidField('body', 'too_long', `Your reply is longer than ${MAX_BODY_LENGTH} characters`);
  return body;
}

const canComment = ({ role }: Member): boolean => ROLES.indexOf(role) >= ROLES.indexOf('member');

const toTeamAuthor = ({ user_id, name, email, avatar_url }: Member): Author => ({
  role: 'team',
  id: `usr:${user_id}`,
  name,
  email,
  avatarUrl: avatar_url,
});

/** Returns the user of the product who proved to own the address, or a visitor, whose comment may require approval. */
async function findPerson({ db, segments }: SegmentDeps, projectId: string, reply: Reply): Promise<Author> {
  const user = await findVerifiedUser(db, projectId, reply.from.address);
  if (!user) return toVisitor(reply);
  return {
    ...ANONYMOUS,
    role: 'user',
    id: user.voter,
    name: user.name ?? findName(reply),
    email: reply.from.address,
    segmentIds: await findSegmentIds({ db, segments }, projectId, { id: user.voter }),
  };
}

const toVisitor = (reply: Reply): Author => ({
  ...ANONYMOUS,
  id: `${BY_ADDRESS}:${toMailboxKey(reply.from.address)}`,
  name: findName(reply),
  email: reply.from.address,
});

const findName = ({ from }: Reply): string | null => (from.name === null ? null : truncate(from.name, MAX_NAME_LENGTH));
