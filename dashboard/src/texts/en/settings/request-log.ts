import type { CREDENTIAL_KINDS } from '@earshot/contract/instance/values';
import { formatNumber, locale } from '../../plural.ts';

/** Returns milliseconds, without a decimal from 10 on. The space does not break. */
const formatDuration = (ms: number) => `${(ms < 10 ? ms : Math.round(ms)).toLocaleString(locale)}\u00A0ms`;

export const requestLog = {
  title: 'Request log',
  hint: 'API requests to this project in the last seven days, without request bodies and IP addresses. Similar requests within a minute may be combined.',
  forMembers: 'Viewers cannot read the request log.',
  none: 'No requests',
  time: 'Time',
  request: 'Request',
  status: 'Status',
  statuses: { '2xx': 'Success (2xx)', '3xx': 'Redirect (3xx)', '4xx': 'Client error (4xx)', '5xx': 'Server error (5xx)' },
  method: 'Method',
  duration: 'Duration',
  milliseconds: formatDuration,
  average: (ms: number) => `${formatDuration(ms)} on average`,
  credential: 'Credential',
  credentials: {
    api_key: 'API key',
    personal_token: 'Personal access token',
    service_account: 'Service account',
    connected_app: 'Connected app',
    session: 'Session',
    shared_link: 'Shared link',
  } satisfies Record<(typeof CREDENTIAL_KINDS)[number], string>,
  noCredential: 'None',
  caller: 'Caller',
  programs: 'Keys and tokens',
  dashboard: 'Dashboard and command line',
  everyone: 'All callers',
  search: 'Search paths and request ids',
  open: (request: string) => `Details of ${request}`,
  code: 'Error code',
  id: 'Request id',
  requests: 'Requests',
  notFound: 'This request is no longer in the log.',
  combined: (count: number) => `${formatNumber(count)} requests`,
};
