import type { Role } from '@earshot/contract/common';
import { formatId } from '../ids.ts';
import type { Member } from './members-store.ts';
import type { Project } from './store.ts';

export const projectForMember = ({ id, created_at, updated_at, ...project }: Project, role: Role) => ({
  id: formatId('prj', id),
  ...project,
  role,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export const memberForMember = ({ user_id, is_invited, created_at, updated_at, ...member }: Member) => ({
  user_id: formatId('usr', user_id),
  ...member,
  state: is_invited ? ('invited' as const) : ('active' as const),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** A key or an identity secret. */
export const expiring = <T extends { created_at: Date; expires_at: Date | null }>({ created_at, expires_at, ...rest }: T) => ({
  ...rest,
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
});
