import { type ClientOptions, createClient } from './client.ts';
import { changelog } from './resources/changelog.ts';
import { feedback } from './resources/feedback.ts';
import { indexes } from './resources/indexes.ts';
import { projects } from './resources/projects.ts';
import { reports } from './resources/reports.ts';
import { session } from './resources/session.ts';
import { testimonials } from './resources/testimonials.ts';
import { uploads } from './resources/uploads.ts';
import { waitlist } from './resources/waitlist.ts';
import { webhooks } from './resources/webhooks.ts';
import { tracking, type TrackingOptions } from './tracking.ts';

/**
 * Client of the Earshot API for browsers, Node, Deno, Bun and edge runtimes.
 *
 * ```ts
 * const earshot = new Earshot({ projectKey: 'pk_…', baseUrl: 'https://earshot.example.com' });
 * const entry = await earshot.feedback.submit({ title: 'Export as CSV' });
 * ```
 */
export class Earshot {
  readonly feedback;
  readonly waitlist;
  readonly testimonials;
  readonly changelog;
  readonly indexes;
  readonly analytics;
  readonly uploads;
  readonly webhooks;
  readonly projects;
  readonly session;

  /** @throws {TypeError} without `projectKey` and `accessToken`, also in the environment */
  constructor(options: ClientOptions & TrackingOptions = {}) {
    const call = createClient(options);
    this.feedback = feedback(call);
    this.waitlist = waitlist(call);
    this.testimonials = testimonials(call);
    this.changelog = changelog(call);
    this.indexes = indexes(call);
    this.analytics = { ...tracking(call, options), ...reports(call) };
    this.uploads = uploads(call);
    this.webhooks = webhooks(call);
    this.projects = projects(call);
    this.session = session(call);
  }
}

export {
  type Body,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type Query,
  type Request,
  type Result,
  type Route,
  type TracedCall,
} from './client.ts';
export * from './enums.ts';
export * from './errors.ts';
export { randomId } from './random-id.ts';
export type { Page, Pages } from './pages.ts';
export type { Live, WebhookEventOptions } from './event-streams.ts';
export type { UserToken } from './token-source.ts';
export type { QueuedEvent, TrackedEvent } from './tracked-event.ts';
export type { TrackingOptions } from './tracking.ts';
export type * from './types.ts';
export { signUserToken, verifyWebhook } from './server-functions.ts';
export { decodeUserToken, type TokenUser, type UserTokenClaims, type UserTokenOptions } from './user-token.ts';
export { hasVisitorId } from './visitor.ts';
export { type WebhookEvent, type WebhookHeaders, type WebhookOptions, WebhookVerificationError } from './webhook.ts';
// Single resources, for small bundles.
export { changelog, feedback, indexes, reports, testimonials, uploads, waitlist };
