import { formatPrincipal, type TokenRights } from '../../platform/api/credentials.ts';
import { formatId } from '../../platform/ids.ts';
import type { Passkey } from './accounts/passkeys-store.ts';
import type { ActiveSession } from './sessions/sessions-store.ts';
import type { SignedIn } from './signed-in.ts';
import type { ServiceAccount } from './service-accounts-store.ts';
import type { PersonalToken } from './tokens-store.ts';
import type { WaitingDevice } from './devices-store.ts';

const rightsForUser = ({ scopes, project_ids }: Omit<TokenRights, 'name'>) => ({
  scopes: [...scopes],
  project_ids: project_ids?.map((id) => formatId('prj', id)) ?? null,
});

export const sessionForUser = ({ email, name, avatar_url, language, token, ...principal }: SignedIn) => ({
  user: { id: formatPrincipal(principal), email, name, avatar_url, language },
  kind: token.kind,
  expires_at: token.expires_at?.toISOString() ?? null,
  ...rightsForUser(token),
});

export const tokenForUser = ({ id, name, created_at, expires_at, last_used_at, ...rights }: PersonalToken) => ({
  id: formatId('tok', id),
  name,
  created_at: created_at.toISOString(),
  updated_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
  ...rightsForUser(rights),
});

export const activeSessionForUser = ({ id, created_at, last_used_at, expires_at, ...session }: ActiveSession) => ({
  id: formatId('ses', id),
  ...session,
  created_at: created_at.toISOString(),
  updated_at: last_used_at.toISOString(),
  last_used_at: last_used_at.toISOString(),
  expires_at: expires_at.toISOString(),
});

export const passkeyForUser = ({ id, name, created_at, updated_at, last_used_at }: Passkey) => ({
  id: formatId('pky', id),
  name,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export const deviceForUser = ({ user_code, client_id, created_at, expires_at }: WaitingDevice) => ({
  user_code,
  client_id,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});

const toIso = (time: string | null) => time && new Date(time).toISOString();

export const serviceAccountForMember = ({
  id,
  project_id,
  name,
  scopes,
  creator,
  tokens,
  created_at,
  updated_at,
}: ServiceAccount) => ({
  id: formatId('svc', id),
  project_id: formatId('prj', project_id),
  name,
  scopes,
  created_by: creator && { id: formatId('usr', creator.id), name: creator.name },
  tokens: tokens.map((token) => ({
    id: formatId('tok', token.id),
    name: token.name,
    created_at: new Date(token.created_at).toISOString(),
    expires_at: toIso(token.expires_at),
    last_used_at: toIso(token.last_used_at),
  })),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
