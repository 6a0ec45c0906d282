import { useRead } from '../api.ts';
import { useMay } from '../projects/projects.ts';

export interface SubscriberCounts {
  confirmed: number;
  /** Addresses that have not followed the link of the confirmation mail yet. They get no mails. */
  pending: number;
}

/** Numbers of changelog subscribers, for members. */
export function useSubscriberCounts(): SubscriberCounts | undefined {
  const options = { enabled: useMay('member') };
  const confirmed = useRead('GET /v1/changelog/subscribers', { query: { confirmed: true, limit: 1 } }, options);
  const pending = useRead('GET /v1/changelog/subscribers', { query: { confirmed: false, limit: 1 } }, options);
  return confirmed.data && pending.data && { confirmed: confirmed.data.total, pending: pending.data.total };
}
