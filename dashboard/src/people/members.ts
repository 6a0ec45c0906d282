import type { Member } from '@earshot/sdk';
import { useClient, useRead } from '../api.ts';
import { useProject } from '../projects/projects.ts';

const MAX_MEMBERS = 100;

/** Returns the name of a member as teammates see it: members without a name appear with their address. */
export const nameOfMember = ({ name, email, user_id }: Pick<Member, 'name' | 'email' | 'user_id'>): string =>
  name ?? email ?? user_id;

/** Returns the members of the project. */
export function useMembers(): Member[] {
  const { id } = useProject();
  const members = useRead(
    'GET /v1/projects/{id}/members',
    { path: { id }, query: { limit: MAX_MEMBERS } },
    { staleTime: 60_000 },
  );
  return members.data?.data ?? [];
}

/** Returns a function that requests the members of the project. */
export function useMemberRequest(): () => Promise<Member[]> {
  const { id } = useProject();
  const call = useClient();
  return async () => (await call('GET /v1/projects/{id}/members', { path: { id }, query: { limit: MAX_MEMBERS } })).data;
}

/** Returns the id of the signed-in user. */
export function useOwnId(): string | undefined {
  return useRead('GET /v1/auth/session', {}, { staleTime: Infinity }).data?.user.id;
}
