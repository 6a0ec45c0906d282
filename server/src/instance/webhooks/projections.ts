import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';
import type { EventType } from '@earshot/contract/instance/webhooks';
import { formatId } from '../../platform/ids.ts';
import type { Attempt, Delivery } from './deliveries-store.ts';
import type { Endpoint } from './store.ts';

export const endpointForAdmin = (endpoint: Endpoint) => ({
  id: formatId('whk', endpoint.id),
  project_id: formatId('prj', endpoint.project_id),
  url: endpoint.url,
  description: endpoint.description,
  types: endpoint.types as EventType[],
  format: endpoint.format,
  statuses: endpoint.statuses as FeedbackStatus[],
  tags: endpoint.tags,
  min_votes: endpoint.min_votes,
  enabled: endpoint.enabled,
  disabled_reason: endpoint.disabled_reason,
  include_personal_data: endpoint.include_personal_data,
  include_internal_notes: endpoint.include_internal_notes,
  secret: endpoint.secret,
  created_at: endpoint.created_at.toISOString(),
  updated_at: endpoint.updated_at.toISOString(),
});

export const deliveryForAdmin = (delivery: Delivery) => ({
  id: formatId('dlv', delivery.id),
  project_id: formatId('prj', delivery.project_id),
  webhook_id: formatId('whk', delivery.endpoint_id),
  event_id: formatId('evt', delivery.event_id),
  type: delivery.type,
  status: delivery.status,
  attempt_count: delivery.attempt_count,
  next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
  created_at: delivery.created_at.toISOString(),
  updated_at: delivery.updated_at.toISOString(),
});

export const deliveryWithAttempts = ({ delivery, attempts }: { delivery: Delivery; attempts: Attempt[] }) => ({
  ...deliveryForAdmin(delivery),
  body: delivery.body,
  attempts: attempts.map((attempt) => ({
    url: attempt.url,
    request_headers: attempt.request_headers,
    status_code: attempt.status_code,
    response_headers: attempt.response_headers,
    response_body: attempt.response_body,
    error: attempt.error,
    duration_ms: attempt.duration_ms,
    created_at: attempt.created_at.toISOString(),
  })),
});
