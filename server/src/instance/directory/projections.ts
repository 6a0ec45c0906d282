import type { PutPerson } from '@earshot/contract/instance/people/directory';
import type { Static } from 'typebox';
import { formatId } from '../../platform/ids.ts';
import type { EndUser } from '../projects/user-tokens.ts';
import type { ListedCompany, ListedPerson } from './list-store.ts';
import type { Proof } from './proving.ts';
import type { Identity } from './store.ts';

export const personForMember = (projectId: string, person: ListedPerson) => ({
  id: formatId('per', person.id),
  project_id: formatId('prj', projectId),
  name: person.name,
  avatar_url: person.avatar_url,
  user_ids: person.user_ids,
  emails: person.emails,
  attributes: person.attributes,
  company: person.company_id === null ? null : { id: person.company_id, name: person.company_name },
  created_at: person.created_at.toISOString(),
  updated_at: person.updated_at.toISOString(),
  last_seen_at: person.last_seen_at?.toISOString() ?? null,
});

export const identityForMember = ({ kind, value, proof, proven_at }: Identity) => ({
  kind,
  value,
  proof,
  proven_at: proven_at.toISOString(),
});

export const companyForMember = (projectId: string, company: ListedCompany) => ({
  id: company.id,
  project_id: formatId('prj', projectId),
  name: company.name,
  attributes: company.attributes,
  people_count: company.people_count,
  created_at: company.created_at.toISOString(),
  updated_at: company.updated_at.toISOString(),
});

/** Fields of a request about a person. */
export type PersonFields = Static<typeof PutPerson>;

/** Returns the proof that a request with a session token makes. */
export const toProof = (userId: string, { avatar_url, ...fields }: PersonFields): Proof => ({
  by: 'api',
  userId,
  ...fields,
  ...(avatar_url !== undefined && { avatarUrl: avatar_url }),
});

/** Returns the proof that a signed user token makes. Claims that the token lacks change nothing. */
export const toTokenProof = ({ id, name, email, avatar_url, attributes, company }: EndUser): Proof => ({
  by: 'user_token',
  userId: id,
  ...(email !== null && { email }),
  ...(name !== null && { name }),
  ...(avatar_url !== null && { avatarUrl: avatar_url }),
  ...(attributes && { attributes: attributes as Proof['attributes'] }),
  ...(company && {
    company: {
      id: company.id,
      ...(company.name !== null && { name: company.name }),
      ...(company.attributes && { attributes: company.attributes as Proof['attributes'] }),
    },
  }),
});
