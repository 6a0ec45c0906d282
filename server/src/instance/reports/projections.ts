import { formatId } from '../../platform/ids.ts';
import type { Subscription } from './store.ts';

/** Returns a subscription as members see it. */
export const subscriptionForMember = (
  { project_id, id, user_id, name, email, frequency, confirmed_at, created_at }: Subscription,
  { hasPersonalData }: { hasPersonalData: boolean },
) => ({
  id: formatId('rps', id),
  project_id: formatId('prj', project_id),
  user_id: user_id && formatId('usr', user_id),
  name,
  email: hasPersonalData ? email : null,
  frequency,
  state: confirmed_at ? ('confirmed' as const) : ('pending' as const),
  created_at: created_at.toISOString(),
});
