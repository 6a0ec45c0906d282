import { formatId } from '../ids.ts';
import type { SignedIn } from './identity.ts';
import type { PersonalToken } from './tokens-store.ts';
import type { WaitingDevice } from './devices-store.ts';

export const sessionForUser = ({ id, email, name, avatar_url, token }: SignedIn) => ({
  user: { id: formatId('usr', id), email, name, avatar_url },
  kind: token.kind,
  expires_at: token.expires_at.toISOString(),
});

export const tokenForUser = ({ id, name, created_at, expires_at, last_used_at }: PersonalToken) => ({
  id: formatId('tok', id),
  name,
  created_at: created_at.toISOString(),
  updated_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export const deviceForUser = ({ user_code, client_id, created_at, expires_at }: WaitingDevice) => ({
  user_code,
  client_id,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});
