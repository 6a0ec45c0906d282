import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { IdentityKind } from '@earshot/contract/instance/values';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { createPerson, type Joined, mergeProfiles } from './proving.ts';
import * as store from './store.ts';

/**
 * Gives the identities of a person to another one, and deletes the person. The profile of the other one stays; missing fields are filled.
 * Returns the addresses that became addresses of a user.
 * @throws {HttpError} 400 for the same person, 404 for unknown people
 */
export async function mergePeople(
  tx: Transaction,
  projectId: string,
  { id, into }: { id: string; into: string },
): Promise<Joined[]> {
  await store.lockPeople(tx, projectId);
  if (id === into) throw invalidField('into', 'conflict', 'into must be another person');
  const from = await store.findPerson(tx, projectId, id);
  if (!from) throw new HttpError('people.not_found');
  const to = await store.findPerson(tx, projectId, into);
  if (!to) throw invalidField('into', 'not_found', 'into must be the id of a person of the project');
  const merged = { ...to, ...mergeProfiles(to, from), updated_at: new Date() };
  await store.savePeople(tx, projectId, [merged]);
  await store.moveIdentities(tx, projectId, id, into, 'team');
  await store.deletePeople(tx, projectId, [id]);
  await store.deleteSeparations(tx, projectId, merged);
  const [userId] = merged.user_ids;
  const known = to.user_ids.length ? to.emails : from.user_ids.length ? from.emails : [];
  return userId === undefined ? [] : merged.emails.filter((email) => !known.includes(email)).map((email) => ({ email, userId }));
}

/**
 * Gives one identity of a person to a new person, whose id is returned. Proofs do not join them again.
 * @throws {HttpError} 400 unless the person has this identity and another one, 404 for an unknown person
 */
export async function separateIdentity(
  tx: Transaction,
  projectId: string,
  { id, user_id: userId, email }: { id: string; user_id?: string; email?: string },
): Promise<string> {
  if (userId !== undefined && email !== undefined)
    throw invalidField('email', 'conflict', 'email must not be combined with user_id');
  await store.lockPeople(tx, projectId);
  const person = await store.findPerson(tx, projectId, id);
  if (!person) throw new HttpError('people.not_found');
  const [kind, value]: [IdentityKind, string] = userId === undefined ? ['email', toMailboxKey(email ?? '')] : ['user_id', userId];
  const identity = (await store.listIdentities(tx, projectId, id)).find((one) => one.kind === kind && one.value === value);
  if (!identity) throw invalidField(kind, 'not_found', `${kind} must be an identity of the person`);
  if (person.user_ids.length + person.emails.length === 1)
    throw invalidField(kind, 'not_allowed', `${kind} is the only identity of the person`);
  const now = new Date();
  const isEmail = kind === 'email';
  const separated = { ...createPerson(now), ...(isEmail ? { emails: [value] } : { user_ids: [value] }) };
  const rest = {
    ...person,
    user_ids: person.user_ids.filter((one) => isEmail || one !== value),
    emails: person.emails.filter((one) => !isEmail || one !== value),
    updated_at: now,
  };
  await store.savePeople(tx, projectId, [separated, rest]);
  await store.saveIdentities(tx, projectId, [{ ...identity, person_id: separated.id }]);
  const pairs = isEmail
    ? rest.user_ids.map((user_id) => ({ user_id, email: value }))
    : rest.emails.map((address) => ({ user_id: value, email: address }));
  await store.addSeparations(tx, projectId, pairs);
  return separated.id;
}
