import { type ClientOptions, createClient } from './client.ts';
import { changelog } from './resources/changelog.ts';
import { feedback } from './resources/feedback.ts';
import { imports } from './resources/imports.ts';
import { indexes } from './resources/indexes.ts';
import { notifications } from './resources/notifications.ts';
import { outcomes } from './resources/outcomes.ts';
import { people } from './resources/people.ts';
import { projects } from './resources/projects.ts';
import { proposals } from './resources/proposals.ts';
import { reports } from './resources/reports.ts';
import { searchClusters } from './resources/search-clusters.ts';
import { session } from './resources/session.ts';
import { testimonials } from './resources/testimonials.ts';
import { uploads } from './resources/uploads.ts';
import { waitlist } from './resources/waitlist.ts';
import { webhooks } from './resources/webhooks.ts';
import { tracking, type TrackingOptions } from './tracking.ts';

/** Feedback entries, votes, comments and merging. */
export interface FeedbackResource extends ReturnType<typeof feedback> {}
/** Waitlist entries, positions, referrals and invitations. */
export interface WaitlistResource extends ReturnType<typeof waitlist> {}
/** Testimonials and their moderation. */
export interface TestimonialsResource extends ReturnType<typeof testimonials> {}
/** Changelog entries and subscribers. */
export interface ChangelogResource extends ReturnType<typeof changelog> {}
/** Knowledge base: indexes, documents and search. */
export interface IndexesResource extends ReturnType<typeof indexes> {}
/** Clusters of unanswered searches. */
export interface SearchClustersResource extends ReturnType<typeof searchClusters> {}
/** Changes that the language model of the instance proposes. */
export interface ProposalsResource extends ReturnType<typeof proposals> {}
/** Tracked events and reports. */
export interface AnalyticsResource extends ReturnType<typeof tracking>, ReturnType<typeof reports> {}
/** Images for entries, avatars and Markdown content. */
export interface UploadsResource extends ReturnType<typeof uploads> {}
/** Imports of records from other products and from files. */
export interface ImportsResource extends ReturnType<typeof imports> {}
/** Webhook endpoints and deliveries. To verify received events, see `verifyWebhook`. */
export interface WebhooksResource extends ReturnType<typeof webhooks> {}
/** Notifications of the signed-in member. */
export interface NotificationsResource extends ReturnType<typeof notifications> {}
/** Effects of the work of the team, such as the adoption of releases. */
export interface OutcomesResource extends ReturnType<typeof outcomes> {}
/** People, their identities and attributes, and companies. */
export interface PeopleResource extends ReturnType<typeof people> {}
/** Projects with their settings, keys, members and mails. */
export interface ProjectsResource extends ReturnType<typeof projects> {}
/** The current session, personal access tokens, connected apps, and the version of the instance. */
export interface SessionResource extends ReturnType<typeof session> {}

/**
 * Client of the Earshot API for browsers, Node, Deno, Bun and edge runtimes.
 *
 * ```ts
 * const earshot = new Earshot({ projectKey: 'pk_…', baseUrl: 'https://earshot.example.com' });
 * const entry = await earshot.feedback.submit({ title: 'Export as CSV' });
 * ```
 */
export class Earshot {
  // Declared only: the constructor sets them, and field definitions would repeat their names in bundles.
  declare readonly feedback: FeedbackResource;
  declare readonly waitlist: WaitlistResource;
  declare readonly testimonials: TestimonialsResource;
  declare readonly changelog: ChangelogResource;
  declare readonly indexes: IndexesResource;
  declare readonly searchClusters: SearchClustersResource;
  declare readonly proposals: ProposalsResource;
  declare readonly analytics: AnalyticsResource;
  declare readonly uploads: UploadsResource;
  declare readonly imports: ImportsResource;
  declare readonly webhooks: WebhooksResource;
  declare readonly notifications: NotificationsResource;
  declare readonly outcomes: OutcomesResource;
  declare readonly people: PeopleResource;
  declare readonly projects: ProjectsResource;
  declare readonly session: SessionResource;

  /** @throws {TypeError} without `projectKey` and `accessToken`, also in the environment */
  constructor(options: ClientOptions & TrackingOptions = {}) {
    const call = createClient(options);
    this.feedback = feedback(call);
    this.waitlist = waitlist(call);
    this.testimonials = testimonials(call);
    this.changelog = changelog(call);
    this.indexes = indexes(call);
    this.searchClusters = searchClusters(call);
    this.proposals = proposals(call);
    this.analytics = { ...tracking(call, options), ...reports(call) };
    this.uploads = uploads(call);
    this.imports = imports(call);
    this.webhooks = webhooks(call);
    this.notifications = notifications(call);
    this.outcomes = outcomes(call);
    this.people = people(call);
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
export {
  AuthenticationError,
  BadRequestError,
  type ClientErrorCode,
  ConflictError,
  ConnectionError,
  ConnectionTimeoutError,
  EarshotError,
  GoneError,
  MethodNotAllowedError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
  UnsupportedMediaTypeError,
} from './errors.ts';
export { randomId } from './random-id.ts';
export type { Page } from './page.ts';
export type { Pages } from './pages.ts';
export type { AnswerPart, Live, WebhookEventOptions } from './event-streams.ts';
export type { UserToken } from './token-source.ts';
export type { QueuedEvent, TrackedEvent } from './tracked-event.ts';
export type { TrackingOptions } from './tracking.ts';
export type * from './types.ts';
export { signUserToken, verifyWebhook } from './server-functions.ts';
export { decodeUserToken, type TokenUser, type UserTokenClaims, type UserTokenOptions } from './user-token.ts';
export { hasVisitorId } from './visitor.ts';
export { type WebhookEvent, type WebhookHeaders, type WebhookOptions, WebhookVerificationError } from './webhook.ts';
// Single resources, for small bundles.
export { changelog, feedback, indexes, proposals, reports, testimonials, uploads, waitlist };
