import { ROTATION_GRACE_S } from '@earshot/contract/shared/common';
import { type Role } from '@earshot/contract/instance/values';
import { SERVICES } from '@earshot/contract/services/index';
import { type Actor, changedFields, recordAudit } from '../audit/audit.ts';
import { roleRequired } from '../../platform/api/authorization.ts';
import { SERVICE_ACCOUNT_ROLE, type TokenUser, type User } from '../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { formatId, newId } from '../../platform/ids.ts';
import { type Db, type Transaction, isUniqueViolation, transact, transactYielding } from '../../platform/postgres/database.ts';
import type { PageRows } from '../../platform/postgres/paging.ts';
import { randomBase62 } from '../../platform/random.ts';
import { checkCustomCss } from './custom-css.ts';
import type { ProjectDirectory } from './directory.ts';
import type { Domains } from './domains.ts';
import * as members from './members/store.ts';
import { insertDefaultKey } from './keys/keys.ts';
import * as formerSlugs from './former-slugs-store.ts';
import { newIdentitySecret } from './secrets.ts';
import * as store from './store.ts';

interface Deps {
  db: Db;
  directory: ProjectDirectory;
}

/** Returns a slug from the letters and digits of a name, or another one for names in other scripts. */
export function toSlug(name: string, otherwise: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, '');
  return slug.length >= 2 ? slug : otherwise;
}

/** Maximum number of projects per owner, and the contact for more. */
export interface Quota {
  maxOwned: number;
  contact: string;
  /** Returns whether a user has an account only because of an invitation, on an instance with restricted sign-up. */
  isGuest: (db: Db, user: User) => Promise<boolean>;
}

/** Deletes the given users who never signed in and are members of no project. */
export type ForgetInvited = (tx: Transaction, userIds: string[]) => Promise<void>;

/**
 * Creates a project.
 * @throws {HttpError} 403 for guests, who could invite others in turn; 409 when the slug is taken or the quota is exceeded
 */
export async function createProject(
  db: Db,
  {
    name,
    slug,
    timezone,
    owner,
    quota,
    actor,
  }: { name: string; slug?: string; timezone?: string; owner?: User; quota?: Quota; actor?: Actor },
): Promise<string> {
  return await transact(db, async (tx) => {
    if (owner && (await quota?.isGuest(tx, owner)) && !(await members.isAdminAnywhere(tx, owner.id)))
      throw new HttpError('projects.creation_forbidden', {
        message: `Your account can’t create projects: become an admin of a project, or ask ${quota?.contact}`,
      });
    if (owner && quota && (await members.lockAndCountOwned(tx, owner.id)) >= quota.maxOwned)
      throw new HttpError('projects.quota_exceeded', {
        message: `You own ${quota.maxOwned} projects, the maximum on this instance; delete or transfer a project, or ask ${quota.contact} for a higher limit`,
      });
    const id = newId();
    await insertProject(tx, { id, name, slug });
    if (timezone !== undefined) await store.updateSettings(tx, id, 'analytics', { timezone });
    await insertDefaultKey(tx, id);
    await store.insertIdentitySecret(tx, id, newIdentitySecret());
    if (owner) await members.insertMember(tx, id, owner.id, 'owner');
    if (actor)
      await recordAudit(tx, { projectId: id, actor, action: 'project.created', target: toTarget({ id, name }), after: { name } });
    return id;
  });
}

async function insertProject(tx: Transaction, { id, name, slug }: { id: string; name: string; slug?: string }): Promise<void> {
  const wanted = slug ?? toSlug(name, `project-${randomBase62(6).toLowerCase()}`);
  if (await store.insertProject(tx, { id, name, slug: wanted })) {
    await formerSlugs.deleteFormerSlug(tx, wanted);
    return;
  }
  if (slug !== undefined) throw slugIsTaken();
  await store.insertProject(tx, { id, name, slug: `${wanted}-${randomBase62(6).toLowerCase()}` });
}

const slugIsTaken = () => new HttpError('projects.slug_taken');

function refuseTakenSlug(error: unknown): never {
  throw isUniqueViolation(error) ? slugIsTaken() : error;
}

/** Returns a page of the projects of a user, with the roles of the user. A service account has one project. */
export async function listProjects(
  db: Db,
  { id, is_service_account: isServiceAccount, token: { project_ids: only } }: TokenUser,
  rows: PageRows,
) {
  if (!isServiceAccount) return await store.listMemberProjects(db, id, { only, rows });
  const projects = [];
  for (const projectId of only ?? []) projects.push({ ...(await getProject(db, projectId)), role: SERVICE_ACCOUNT_ROLE });
  return { rows: projects.slice(rows.offset, rows.offset + rows.limit), total: projects.length, next: null };
}

export async function getProject(db: Db, id: string): Promise<store.Project> {
  const project = await store.findProject(db, id);
  if (!project) throw new HttpError('projects.not_found');
  return project;
}

/** Called in the transaction that changes the language of the pages of a project. */
export type OnLanguageChanged = (tx: Transaction, projectId: string) => Promise<void>;

export async function updateProject(
  { db, directory, domains, languageChanged }: Deps & { domains: Pick<Domains, 'claim'>; languageChanged: OnLanguageChanged },
  {
    id,
    actor,
    name,
    slug,
    settings = {},
  }: {
    id: string;
    actor: Actor;
    name?: string;
    slug?: string;
    settings?: Record<string, object> & { pages?: { custom_domain?: string | null; custom_css?: string | null } };
  },
): Promise<store.Project> {
  await checkCustomCss(settings.pages?.custom_css);
  refuseInvalidSettings(settings);
  await transact(db, async (tx) => {
    const before = await store.lockProject(tx, id);
    if (!before) throw new HttpError('projects.not_found');
    await store.updateProject(tx, id, { name, slug }).catch(refuseTakenSlug);
    if (slug !== undefined && slug !== before.slug) {
      await formerSlugs.deleteFormerSlug(tx, slug);
      await formerSlugs.insertFormerSlug(tx, id, before.slug);
    }
    for (const [section, change] of Object.entries(settings)) await store.updateSettings(tx, id, section, change);
    const domain = settings.pages?.custom_domain;
    if (domain !== undefined) await domains.claim(tx, id, domain);
    const after = await getProject(tx, id);
    if (after.settings.pages.language !== before.settings.pages.language) await languageChanged(tx, id);
    const change = changedFields(auditedFields(before), auditedFields(after));
    if (change) await recordAudit(tx, { projectId: id, actor, action: 'project.updated', target: toTarget(before), ...change });
  });
  await directory.changed(db, id);
  return await getProject(db, id);
}

/** Checks rules of settings that schemas can't express. @throws {HttpError} 400 */
function refuseInvalidSettings(settings: Record<string, object>): void {
  for (const service of SERVICES) {
    const change = settings[service.name];
    if (!change || !('findInvalidSetting' in service)) continue;
    const problem = service.findInvalidSetting(change);
    if (problem) throw invalidField(`settings.${service.name}.${problem.path}`, problem.code, problem.message);
  }
}

/** Returns the target of entries of the audit log about a project. */
export const toTarget = ({ id, name }: Pick<store.Project, 'id' | 'name'>) => ({ id: formatId('prj', id), name });
const auditedFields = ({ name, slug, settings }: store.Project) => ({ name, slug, settings });

/** Deletes further data of a project, in the transaction that deletes it. */
export type EraseProject = (tx: Transaction, projectId: string) => Promise<void>;

export async function deleteProject(
  { db, directory, eraseProject, forgetInvited }: Deps & { eraseProject: EraseProject; forgetInvited: ForgetInvited },
  { id, confirm }: { id: string; confirm: string },
): Promise<void> {
  await transactYielding(db, async (tx) => {
    const project = await store.lockProject(tx, id);
    if (!project) throw new HttpError('projects.not_found');
    if (confirm !== project.slug) throw invalidField('confirm', 'invalid', 'confirm must be the slug of the project');
    const userIds = await members.listMemberIds(tx, id);
    await store.deleteProject(tx, id);
    await eraseProject(tx, id);
    await forgetInvited(tx, userIds);
  });
  await directory.changed(db, id);
}

interface Rotation {
  id: string;
  revokeNow: boolean;
  actor: Actor;
}

export async function rotateIdentitySecret({ db }: Deps, { id, revokeNow, actor }: Rotation) {
  return await transact(db, async (tx) => {
    if (!(await store.lockProject(tx, id))) throw new HttpError('projects.not_found');
    await store.expireIdentitySecrets(tx, id, revokeNow ? 0 : ROTATION_GRACE_S);
    await store.insertIdentitySecret(tx, id, newIdentitySecret());
    await recordAudit(tx, { projectId: id, actor, action: 'identity_secret.rotated', after: { revoke_now: revokeNow } });
    return await store.listIdentitySecrets(tx, id);
  });
}

/** Creates the project of a first local start, on one of the starting nodes. The first user who signs in becomes its owner. */
export async function ensureFirstProject(db: Db): Promise<store.Project> {
  return await transact(db, async (tx) => {
    await store.lockFirstProject(tx);
    const first = await store.findFirstProject(tx);
    return first ?? (await getProject(tx, await createProject(tx, { name: 'My first project' })));
  });
}

/** Makes the first user who signs in the owner of the project from the first local start. Returns its id. */
export async function claimFirstProject(tx: Transaction, userId: string): Promise<string | undefined> {
  const first = await store.findFirstProject(tx);
  if (!first?.is_ownerless) return undefined;
  await store.lockProject(tx, first.id);
  const again = await store.findFirstProject(tx);
  if (!again?.is_ownerless) return undefined;
  await members.insertMember(tx, again.id, userId, 'owner');
  return again.id;
}

/**
 * Makes the first account of the instance the owner of all projects. They were made locally or with tokens, by accounts that nobody can
 * sign in to; these remain admins, so that their tokens keep working.
 */
export async function takeOverProjects(tx: Transaction, { id: userId, email }: { id: string; email: string }): Promise<void> {
  const actor: Actor = { id: userId, is_service_account: false, name: email, tokenName: null };
  for (const { project_id: projectId, owner_id: ownerId } of await members.listOwners(tx)) {
    if (ownerId === userId) continue;
    await store.lockProject(tx, projectId);
    if (ownerId !== null) await setRole(tx, { projectId, actor, member: await getMember(tx, projectId, ownerId), role: 'admin' });
    if (await members.insertMember(tx, projectId, userId, 'owner')) {
      const target = { id: formatId('usr', userId), name: email };
      await recordAudit(tx, { projectId, actor, action: 'member.added', target, after: { role: 'owner' } });
    } else await setRole(tx, { projectId, actor, member: await getMember(tx, projectId, userId), role: 'owner' });
  }
}

/** Adds a user as a member. `findOrInvite` returns the user of an address, who may not have signed in yet. */
export async function inviteMember(
  db: Db,
  findOrInvite: (tx: Transaction, email: string) => Promise<User>,
  { projectId, email, role, actor }: { projectId: string; email: string; role: Role; actor: Actor },
): Promise<members.Member> {
  return await transact(db, async (tx) => {
    const user = await findOrInvite(tx, email);
    if (!(await members.insertMember(tx, projectId, user.id, role))) throw new HttpError('members.already_member');
    const member = await getMember(tx, projectId, user.id);
    await recordAudit(tx, { projectId, actor, action: 'member.added', target: memberTarget(member), after: { role } });
    return member;
  });
}

export const memberTarget = ({ user_id, name, email }: members.Member) => ({ id: formatId('usr', user_id), name: email ?? name });

export async function getMember(db: Db, projectId: string, userId: string): Promise<members.Member> {
  const member = await members.findMember(db, projectId, userId);
  if (!member) throw new HttpError('members.not_found');
  return member;
}

type MemberActor = Actor & { role: Role };

/** Changes the role of a member. The new owner replaces the previous one: a project always has one owner. */
export async function changeRole(
  db: Db,
  { projectId, userId, role, actor, quota }: { projectId: string; userId: string; role: Role; actor: MemberActor; quota: Quota },
): Promise<members.Member> {
  return await transact(db, async (tx) => {
    await store.lockProject(tx, projectId);
    const member = await getMember(tx, projectId, userId);
    if (member.role === 'owner' && role !== 'owner') throw new HttpError('members.owner_fixed');
    if (role === 'owner' && member.role !== 'owner') {
      if ((await members.findRole(tx, projectId, actor.id)) !== 'owner')
        throw new HttpError('auth.role_required', { message: 'Only the owner can transfer the project' });
      if (member.is_invited) throw new HttpError('members.not_signed_in');
      if ((await members.lockAndCountOwned(tx, userId)) >= quota.maxOwned)
        throw new HttpError('projects.quota_exceeded', {
          message: `The member owns ${quota.maxOwned} projects, the maximum on this instance; ask ${quota.contact} for a higher limit`,
        });
      await setRole(tx, { projectId, actor, member: await getMember(tx, projectId, actor.id), role: 'admin' });
    }
    await setRole(tx, { projectId, actor, member, role });
    return await getMember(tx, projectId, userId);
  });
}

async function setRole(
  tx: Transaction,
  { projectId, actor, member, role }: { projectId: string; actor: Actor; member: members.Member; role: Role },
): Promise<void> {
  await members.updateRole(tx, projectId, member.user_id, role);
  const change = changedFields({ role: member.role }, { role });
  if (change) await recordAudit(tx, { projectId, actor, action: 'member.role_changed', target: memberTarget(member), ...change });
}

/** Removes a member: admins can remove others, and everyone can leave. */
export async function removeMember(
  { db, forgetInvited }: { db: Db; forgetInvited: ForgetInvited },
  { projectId, userId, actor }: { projectId: string; userId: string; actor: MemberActor },
): Promise<void> {
  await transact(db, async (tx) => {
    await store.lockProject(tx, projectId);
    const member = await getMember(tx, projectId, userId);
    if (member.role === 'owner')
      throw new HttpError('members.owner_fixed', { message: 'The owner can’t leave the project: transfer or delete it first' });
    if (actor.id !== userId && actor.role !== 'admin' && actor.role !== 'owner') throw roleRequired('admin', actor.role);
    await members.deleteMember(tx, projectId, userId);
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'member.removed',
      target: memberTarget(member),
      before: { role: member.role },
    });
    await forgetInvited(tx, [userId]);
  });
}
