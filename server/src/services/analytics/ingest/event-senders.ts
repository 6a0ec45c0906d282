import type { IncomingHttpHeaders } from 'node:http';
import type { TrackedEvent } from '@earshot/contract/services/analytics/schemas';
import type { FastifyRequest } from 'fastify';
import { type HttpError, invalidFields } from '../../../platform/api/errors.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import { clientAddress, readAddress } from '../../../platform/client/address.ts';
import { readUserAgent } from '../../../platform/client/devices.ts';
import type { Geolocation } from '../../../platform/client/geolocation.ts';
import { toHostname } from './urls.ts';
import type { Sender } from './validation.ts';
import type { Visitors } from './visitors.ts';

/** Facts of an event about its client. With an API key, which is public, they would allow everyone to invent visitors. */
const CLIENT_FIELDS = ['ip', 'user_agent'] as const;

interface Services {
  visitors: Visitors;
  geolocation: Geolocation;
}

/** Returns the client that sent a request with events. */
export function readSender(request: FastifyRequest, { visitors, geolocation }: Services): Omit<Sender, 'isBrowser'> {
  const { headers } = request;
  const address = clientAddress(request);
  const project = projectOf(request);
  const userAgent = headers['user-agent'] ?? '';
  return {
    project: { id: project.id, settings: project.settings.analytics },
    address,
    userAgent,
    device: readUserAgent(userAgent),
    location: geolocation.locate(address, headers),
    language: headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? '',
    origin: readOrigin(headers),
    hasPrivacySignal: headers['sec-gpc'] === '1' || headers.dnt === '1',
    isPrefetch: [headers['sec-purpose'], headers.purpose, headers['x-moz']].some((purpose) =>
      /prefetch|prerender|preview/.test(String(purpose)),
    ),
    identifyAnonymous: visitors.identifyAnonymous,
    now: Date.now(),
  };
}

/** Returns the client that an event of a server describes, or the sender of the request if the event describes none. */
export function readClient(event: TrackedEvent, sender: Sender, { geolocation }: Services): Sender {
  const { ip, user_agent: userAgent = sender.userAgent } = event;
  if (ip === undefined && event.user_agent === undefined) return sender;
  const address = ip === undefined ? sender.address : (readAddress(ip) ?? '');
  return {
    ...sender,
    address,
    userAgent,
    device: readUserAgent(userAgent),
    // Headers with a location are about the server.
    location: ip === undefined ? sender.location : geolocation.locate(address, {}),
    language: '',
    origin: '',
    isBrowser: ip !== undefined && event.user_agent !== undefined,
  };
}

/** Returns the error for an event that describes its client, if it does, for requests with an API key. */
export function refuseClient(event: TrackedEvent): HttpError | undefined {
  const given = CLIENT_FIELDS.filter((name) => event[name] !== undefined);
  return given.length
    ? invalidFields(
        given.map((path) => ({
          path,
          code: 'not_allowed',
          message: `${path} requires a session token or a token of a service account with the scope analytics:write (Authorization: Bearer); an API key is not sufficient`,
        })),
      )
    : undefined;
}

/** Returns the host of the Origin header, empty without one. */
export function readOrigin({ origin }: IncomingHttpHeaders): string {
  const url = origin ? URL.parse(origin) : null;
  return url ? toHostname(url) : '';
}
