import type { Role } from '@earshot/contract/instance/values';
import { formatId } from '../../platform/ids.ts';
import { type Domains, RELEASE_MS } from './domains.ts';
import type { CustomDomain } from './domains-store.ts';
import { findInvitationExpiry, type Member } from './members/store.ts';
import { buildSiteUrl } from './site.ts';
import type { Project } from './store.ts';

export const projectForMember = (project: Project, role: Role, publicUrl: string) => ({
  id: formatId('prj', project.id),
  name: project.name,
  slug: project.slug,
  api_key: project.api_key,
  settings: project.settings,
  role,
  pages_url: buildSiteUrl(project, publicUrl),
  is_sample: project.is_sample,
  created_at: project.created_at.toISOString(),
  updated_at: project.updated_at.toISOString(),
});

/** `invitation` describes how invited people reach the project. */
export const memberForMember = (member: Member, invitation: { url: string; is_mailed: boolean }) => {
  const { project_id, user_id, email, name, avatar_url, role, created_at, updated_at } = member;
  const expiresAt = findInvitationExpiry(member);
  return {
    project_id: formatId('prj', project_id),
    user_id: formatId('usr', user_id),
    email,
    name,
    avatar_url,
    role,
    state: expiresAt ? ('invited' as const) : ('active' as const),
    invitation: expiresAt ? { ...invitation, expires_at: expiresAt.toISOString() } : null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
};

export const domainForMember = (
  { project_id, domain, state, error, checked_at, verified_at, missing_since }: CustomDomain,
  record: ReturnType<Domains['recordOf']>,
) => ({
  project_id: formatId('prj', project_id),
  domain,
  state,
  record_type: 'TXT' as const,
  record_name: record.name,
  record_value: record.value,
  checked_at: checked_at?.toISOString() ?? null,
  verified_at: verified_at?.toISOString() ?? null,
  release_at: missing_since && new Date(missing_since.getTime() + RELEASE_MS).toISOString(),
  error,
});

/** Projection of an identity secret. */
export const expiring = <T extends { project_id: string; created_at: Date; expires_at: Date | null }>({
  project_id,
  created_at,
  expires_at,
  ...rest
}: T) => ({
  project_id: formatId('prj', project_id),
  ...rest,
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
});
