import type { AttributeValue } from '@earshot/contract/instance/people/directory';
import type { IdentityKind, IdentityProof } from '@earshot/contract/instance/values';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { HttpError } from '../../platform/api/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { type AttributeTypes, changeAttributes, changesAny, readAttributes } from './attributes.ts';
import * as store from './store.ts';

/** Accuracy of the time at which a person was last seen. */
const SEEN_MS = 3_600_000;

/** Facts that a request proves about a person: one or two identities of the same person, and the person's profile. */
export interface Proof {
  by: IdentityProof;
  userId?: string;
  /** In any spelling. */
  email?: string;
  name?: string | null;
  avatarUrl?: string | null;
  attributes?: Record<string, AttributeValue | null>;
  /** Null removes the person from the company. */
  company?: CompanyProfile | null;
  /** Time of the first and of the last act that proves the identity, if both are in the past. Defaults to the current time. */
  seen?: { first: Date; last: Date };
}

export interface CompanyProfile {
  id: string;
  name?: string | null;
  attributes?: Record<string, AttributeValue | null>;
}

export type Proven = { outcome: 'created' | 'updated' | 'unchanged'; id: string };

/** An address that became the address of a user of the product. */
export interface Joined {
  /** Key of the mailbox. */
  email: string;
  userId: string;
}

/** Learns, in the transaction of the proof, which addresses became addresses of users. */
export type OnJoined = (tx: Transaction, projectId: string, joined: Joined[]) => Promise<void>;

/** People, identities, companies and types of a project that proofs concern, with their changes. */
interface Known {
  people: Map<string, store.Person>;
  identities: Map<string, store.Identity>;
  separations: Set<string>;
  companies: Map<string, store.Company>;
  types: { person: AttributeTypes; company: AttributeTypes };
  changed: {
    people: Set<string>;
    seen: Set<string>;
    identities: Set<string>;
    companies: Set<string>;
    /** Ids of people whose identities all belong to another person now. */
    joined: Map<string, string>;
    /** User ids by the key of the mailbox that became theirs. */
    addresses: Map<string, string>;
    types: { person: AttributeTypes; company: AttributeTypes };
  };
}

const toKey = (kind: IdentityKind, value: string) => `${kind} ${value}`;
const toPair = (userId: string, email: string) => `${userId} ${email}`;

/**
 * Records proofs in their order. A proof of a user id and an address joins both in one person, unless the address belongs to a person with
 * another user id, or the team separated them. Returns a result for each proof: the person of the user id, or else of the address. With
 * `by: 'api'`, invalid attributes refuse the proof; otherwise they are left out, because the proof of the identity is valid without them.
 */
export async function provePeople(
  tx: Transaction,
  projectId: string,
  proofs: Proof[],
  onJoined?: OnJoined,
): Promise<(Proven | HttpError)[]> {
  await store.lockPeople(tx, projectId);
  const given = proofs.map(({ email, ...proof }) => ({ ...proof, ...(email !== undefined && { email: toMailboxKey(email) }) }));
  const known = await findKnown(tx, projectId, given);
  const now = new Date();
  const results = given.map((proof): Proven | HttpError => {
    try {
      return prove(known, proof, now);
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  });
  await save(tx, projectId, known);
  const addresses = [...known.changed.addresses].map(([email, userId]) => ({ email, userId }));
  if (addresses.length) await onJoined?.(tx, projectId, addresses);
  return results.map((result) =>
    result instanceof HttpError ? result : { ...result, id: resolve(known.changed.joined, result.id) },
  );
}

async function findKnown(tx: Transaction, projectId: string, proofs: Proof[]): Promise<Known> {
  const values = {
    userIds: [...new Set(proofs.flatMap(({ userId }) => userId ?? []))],
    emails: [...new Set(proofs.flatMap(({ email }) => email ?? []))],
  };
  const identities = await store.findIdentities(tx, projectId, values);
  const people = await store.findPeople(tx, projectId, [...new Set(identities.map(({ person_id: id }) => id))]);
  const isJoining = proofs.some(({ userId, email }) => userId !== undefined && email !== undefined);
  const separations = isJoining ? await store.findSeparations(tx, projectId, values) : [];
  const hasAttributes = proofs.some(({ attributes, company }) => attributes ?? company?.attributes);
  const companyIds = [...new Set(proofs.flatMap(({ company }) => company?.id ?? []))];
  return {
    people: new Map(people.map((person) => [person.id, person])),
    identities: new Map(identities.map((identity) => [toKey(identity.kind, identity.value), identity])),
    separations: new Set(separations.map(({ user_id, email }) => toPair(user_id, email))),
    companies: new Map((await store.findCompanies(tx, projectId, companyIds)).map((company) => [company.id, company])),
    types: hasAttributes ? await store.findAttributeTypes(tx, projectId) : { person: new Map(), company: new Map() },
    changed: {
      people: new Set(),
      seen: new Set(),
      identities: new Set(),
      companies: new Set(),
      joined: new Map(),
      addresses: new Map(),
      types: { person: new Map(), company: new Map() },
    },
  };
}

/** Returns the person to whom the identities of a person belong now. */
function resolve(joined: ReadonlyMap<string, string>, id: string): string {
  const target = joined.get(id);
  return target === undefined ? id : resolve(joined, target);
}

function prove(known: Known, proof: Proof, now: Date): Proven {
  // Before any change, because it may refuse the proof.
  const profile = readProfile(known, proof);
  const { person, isNew, isJoined } = findOrJoin(known, proof, now);
  const isChanged = changeProfile(known, person, proof, profile, now);
  const isSeen = proof.by !== 'api' && proof.by !== 'team';
  const { first, last } = proof.seen ?? { first: now, last: now };
  if (isSeen && (!person.last_seen_at || last.getTime() - person.last_seen_at.getTime() >= SEEN_MS)) {
    person.last_seen_at = last;
    known.changed.seen.add(person.id);
  }
  if (first < person.created_at) {
    person.created_at = first;
    known.changed.people.add(person.id);
  }
  return { outcome: isNew ? 'created' : isJoined || isChanged ? 'updated' : 'unchanged', id: person.id };
}

/** Returns the person of the identities of a proof, who is created if necessary. */
function findOrJoin(
  known: Known,
  { by, userId, email }: Proof,
  now: Date,
): { person: store.Person; isNew: boolean; isJoined: boolean } {
  const ofUser = userId === undefined ? undefined : findOwner(known, 'user_id', userId);
  const ofEmail = email === undefined ? undefined : findOwner(known, 'email', email);
  const isSeparated = userId !== undefined && email !== undefined && known.separations.has(toPair(userId, email));
  // The address of a person with another user id is not evidence: both may use it.
  const mayJoin = !isSeparated && !(ofEmail && ofEmail !== ofUser && userId !== undefined && ofEmail.user_ids.length > 0);
  const found = ofUser ?? (userId === undefined || mayJoin ? ofEmail : undefined);
  const person = found ?? addPerson(known, now);
  if (mayJoin && userId !== undefined && email !== undefined && !(ofUser && ofEmail === ofUser))
    for (const address of [email, ...(ofEmail?.emails ?? [])]) known.changed.addresses.set(address, userId);
  let isJoined = false;
  if (mayJoin && ofUser && ofEmail && ofEmail !== ofUser) {
    joinPeople(known, ofEmail, ofUser, now);
    isJoined = true;
  }
  const add = (kind: IdentityKind, value: string) => {
    isJoined = addIdentity(known, person, { kind, value, person_id: person.id, proof: by, proven_at: now }) || isJoined;
  };
  if (userId !== undefined) add('user_id', userId);
  if (email !== undefined && (mayJoin || userId === undefined)) add('email', email);
  if (isJoined) touch(known, person, now);
  return { person, isNew: !found, isJoined };
}

function findOwner({ identities, people }: Known, kind: IdentityKind, value: string): store.Person | undefined {
  const identity = identities.get(toKey(kind, value));
  return identity && people.get(identity.person_id);
}

/** Returns a person without identities and profile. */
export const createPerson = (now: Date): store.Person => ({
  id: newId(),
  user_ids: [],
  emails: [],
  name: null,
  avatar_url: null,
  attributes: {},
  company_id: null,
  created_at: now,
  updated_at: now,
  last_seen_at: null,
});

function addPerson({ people }: Known, now: Date): store.Person {
  const person = createPerson(now);
  people.set(person.id, person);
  return person;
}

const touch = ({ changed }: Known, person: store.Person, now: Date) => {
  person.updated_at = now;
  changed.people.add(person.id);
};

/** Adds an identity to a person, or a stronger proof of it. Returns whether the identities of the person, or their order, changed. */
function addIdentity({ identities, changed }: Known, person: store.Person, identity: store.Identity): boolean {
  const { kind, value } = identity;
  const key = toKey(kind, value);
  const earlier = identities.get(key);
  if (!earlier || earlier.person_id !== person.id || (earlier.proof === 'event' && identity.proof !== 'event')) {
    identities.set(key, identity);
    changed.identities.add(key);
  }
  const field = kind === 'email' ? 'emails' : 'user_ids';
  if (person[field][0] === value) return false;
  person[field] = [value, ...person[field].filter((other) => other !== value)];
  return true;
}

/** Gives everything of one person to another, whose own profile stays. */
function joinPeople(known: Known, from: store.Person, to: store.Person, now: Date): void {
  const { identities, people, changed } = known;
  for (const [key, identity] of identities)
    if (identity.person_id === from.id) identities.set(key, { ...identity, person_id: to.id });
  Object.assign(to, mergeProfiles(to, from));
  people.delete(from.id);
  changed.people.delete(from.id);
  changed.seen.delete(from.id);
  changed.joined.set(from.id, to.id);
  touch(known, to, now);
}

/** Returns the profile of a person with what another one adds. */
export const mergeProfiles = (to: store.Person, from: store.Person) => ({
  user_ids: [...new Set([...to.user_ids, ...from.user_ids])],
  emails: [...new Set([...to.emails, ...from.emails])],
  name: to.name ?? from.name,
  avatar_url: to.avatar_url ?? from.avatar_url,
  attributes: { ...from.attributes, ...to.attributes },
  company_id: to.company_id ?? from.company_id,
  created_at: from.created_at < to.created_at ? from.created_at : to.created_at,
  last_seen_at: latest(to.last_seen_at, from.last_seen_at),
});

const latest = (one: Date | null, other: Date | null) => (one && other ? (one > other ? one : other) : (one ?? other));

/** Returns the attributes of the profile of a proof. @throws {HttpError} 400 */
function readProfile({ types, changed }: Known, { by, attributes, company }: Proof) {
  const onError = (error: HttpError) => {
    if (by === 'api') throw error;
  };
  const ofPerson = readAttributes(types.person, attributes, { path: 'attributes', onError });
  const ofCompany = readAttributes(types.company, company?.attributes, { path: 'company.attributes', onError });
  for (const [subject, { declared }] of [
    ['person', ofPerson],
    ['company', ofCompany],
  ] as const)
    for (const [name, type] of declared) {
      types[subject].set(name, type);
      changed.types[subject].set(name, type);
    }
  return { person: ofPerson.changes, company: ofCompany.changes };
}

function changeProfile(
  known: Known,
  person: store.Person,
  { by, name, avatarUrl, company }: Proof,
  changes: ReturnType<typeof readProfile>,
  now: Date,
): boolean {
  // The confirmed address does not prove the name that somebody typed with it.
  const isTrusted = by === 'api' || by === 'user_token';
  const fields = {
    name: name === undefined || (!isTrusted && person.name !== null) ? person.name : name,
    avatar_url: avatarUrl === undefined ? person.avatar_url : avatarUrl,
    company_id: company === undefined ? person.company_id : (company?.id ?? null),
  };
  const isCompanyChanged = company ? changeCompany(known, company, changes.company, now) : false;
  const isChanged =
    fields.name !== person.name ||
    fields.avatar_url !== person.avatar_url ||
    fields.company_id !== person.company_id ||
    changesAny(person.attributes, changes.person);
  if (isChanged) {
    Object.assign(person, fields, { attributes: changeAttributes(person.attributes, changes.person) });
    touch(known, person, now);
  }
  return isChanged || isCompanyChanged;
}

function changeCompany(
  { companies, changed }: Known,
  { id, name }: CompanyProfile,
  changes: ReturnType<typeof readProfile>['company'],
  now: Date,
): boolean {
  const known = companies.get(id);
  const company = known ?? { id, name: null, attributes: {}, created_at: now, updated_at: now };
  const isChanged = !known || (name !== undefined && name !== company.name) || changesAny(company.attributes, changes);
  if (!isChanged) return false;
  if (name !== undefined) company.name = name;
  company.attributes = changeAttributes(company.attributes, changes);
  company.updated_at = now;
  companies.set(id, company);
  changed.companies.add(id);
  return true;
}

async function save(tx: Transaction, projectId: string, { people, identities, companies, changed }: Known): Promise<void> {
  const pick = <T>(all: Map<string, T>, keys: Set<string>): T[] => [...keys].flatMap((key) => all.get(key) ?? []);
  await store.declareAttributes(tx, projectId, 'person', changed.types.person);
  await store.declareAttributes(tx, projectId, 'company', changed.types.company);
  await store.saveCompanies(tx, projectId, pick(companies, changed.companies));
  await store.savePeople(tx, projectId, pick(people, changed.people));
  await store.setLastSeen(tx, projectId, pick(people, changed.seen.difference(changed.people)));
  const joined = [...changed.joined.keys()];
  for (const id of joined) await store.moveIdentities(tx, projectId, id, resolve(changed.joined, id));
  await store.saveIdentities(tx, projectId, pick(identities, changed.identities));
  await store.deletePeople(tx, projectId, joined);
}

/** Changes a company, which is created if necessary. @throws {HttpError} 400 for invalid attributes */
export async function putCompany(tx: Transaction, projectId: string, profile: CompanyProfile): Promise<void> {
  await store.lockPeople(tx, projectId);
  const known = await findKnown(tx, projectId, [{ by: 'api', company: profile }]);
  const read = readAttributes(known.types.company, profile.attributes, {
    path: 'attributes',
    onError: (error) => {
      throw error;
    },
  });
  for (const [name, type] of read.declared) known.changed.types.company.set(name, type);
  const now = new Date();
  changeCompany(known, profile, read.changes, now);
  await save(tx, projectId, known);
}
