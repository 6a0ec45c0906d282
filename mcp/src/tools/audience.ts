import { PersonSegment } from '@earshot/contract/instance/people/segments';
import * as directory from '@earshot/contract/instance/people/directory';
import { TIMELINE_KINDS } from '@earshot/contract/instance/values';
import { Id, OneOf, PageNumber } from '@earshot/contract/shared/common';
import * as requests from '@earshot/contract/services/testimonials/requests';
import * as testimonials from '@earshot/contract/services/testimonials/schemas';
import { WaitlistBroadcast } from '@earshot/contract/services/waitlist/broadcasts';
import { RECEIVING_STATUSES } from '@earshot/contract/services/waitlist/values';
import * as waitlist from '@earshot/contract/services/waitlist/schemas';
import { TestimonialCollection } from '@earshot/contract/services/testimonials/walls';
import type { Testimonial } from '@earshot/sdk';
import { Type } from 'typebox';
import { createView, listOutput } from '../output.ts';
import { listResult } from '../results.ts';
import { defineTool, onProject, pick } from '../tool.ts';

const testimonial = createView(
  testimonials.Testimonial,
  'id',
  'status',
  'author_name',
  'author_email',
  'author_title',
  'author_company',
  'content',
  'rating',
  'tags',
  'source_url',
  'created_at',
);
const testimonialOutput = { ...testimonial.properties, ...pick(testimonials.Testimonial.properties, 'featured') };
const describeTestimonial = (given: Testimonial) => ({ ...testimonial.select(given), featured: given.featured });

const rule = createView(
  requests.TestimonialRule,
  'id',
  'name',
  'trigger',
  'event',
  'page',
  'times',
  'channel',
  'questions',
  'reminder_days',
  'enabled',
  'asked',
  'answered',
  'approved',
  'declined',
);

const person = createView(
  directory.Person,
  'id',
  'user_ids',
  'emails',
  'name',
  'attributes',
  'company',
  'created_at',
  'last_seen_at',
);

const entry = createView(
  waitlist.WaitlistEntry,
  'id',
  'email',
  'name',
  'status',
  'position',
  'referral_count',
  'referral_source',
  'answers',
  'reached_rewards',
  'notes',
  'created_at',
  'confirmed_at',
  'invited_at',
);
const segment = createView(PersonSegment, 'id', 'name');
const invited = createView(waitlist.WaitlistEntry, 'id', 'email', 'name');

const broadcast = createView(
  WaitlistBroadcast,
  'id',
  'subject',
  'status',
  'stop_reason',
  'recipient_count',
  'delivered_count',
  'failed_count',
  'unsubscribed_count',
  'created_at',
);
const collection = createView(TestimonialCollection, 'id', 'slug', 'name', 'count', 'average_rating', 'url');

/** Filter by answers to the questions of the waitlist. */
const answer = { answer: Type.Optional(Type.Array(Type.String(), { description: 'Such as team_size:is:2–10' })) };

const NO_LINK =
  'The invitation mails have no link, because the project has no invitation URL. Tell the user to set it in Settings → Waitlist before more people are invited.';

const pickCount = ({ recipient_count }: { recipient_count: number }) => ({ recipient_count });

/** Tools for people, the waitlist and testimonials. */
export const audienceTools = [
  defineTool({
    name: 'list_people',
    title: 'List people',
    description: 'Lists people of the product with their attributes, found by user id, address, name (q) or attributes.',
    effect: 'read',
    scopes: ['people:read', 'personal_data:read'],
    isUntrusted: true,
    input: {
      ...onProject,
      ...pick(directory.ListPeopleQuery.properties, 'q', 'company_id', 'segment', 'sort'),
      attribute: Type.Optional(
        Type.Array(Type.String(), { maxItems: 10, description: 'Filters such as plan:is:pro or seats:gt:10' }),
      ),
      ...PageNumber,
    },
    output: listOutput(person.properties),
    run: async (api, query) => listResult(await api('GET /v1/people', { query }), person.select),
  }),
  defineTool({
    name: 'list_people_segments',
    title: 'List segments of people',
    description: 'Lists saved segments of people. The total of list_people with a segment is the number of its people.',
    effect: 'read',
    scopes: ['people:read'],
    input: onProject,
    output: {
      data: Type.Array(Type.Object({ ...segment.properties, definition: Type.Object({}, { additionalProperties: true }) })),
    },
    run: async (api, query) => ({
      data: (await api('GET /v1/people/segments', { query })).data.map((one) => ({
        ...segment.select(one),
        definition: one.definition,
      })),
    }),
  }),
  defineTool({
    name: 'get_person_timeline',
    title: 'Get the timeline of a person',
    description:
      'Returns what a person did and received, the latest first: events, feedback, votes, comments, sign-ups, testimonials, subscriptions and emails.',
    effect: 'read',
    scopes: ['people:read', 'personal_data:read'],
    isUntrusted: true,
    input: {
      id: Id('per'),
      kind: Type.Optional(Type.Array(OneOf(TIMELINE_KINDS), { minItems: 1 })),
      ...pick(directory.TimelineQuery.properties, 'before', 'limit'),
    },
    output: {
      data: Type.Array(Type.Object(directory.TimelineEntry.properties)),
      next_before: directory.Timeline.properties.next_before,
    },
    run: (api, { id, ...query }) => api('GET /v1/people/{id}/timeline', { path: { id }, query }),
  }),
  defineTool({
    name: 'get_waitlist_statistics',
    title: 'Get waitlist statistics',
    description: 'Returns the number of entries by status, sign-ups per day, sources and top referrers of the waitlist.',
    effect: 'read',
    scopes: ['waitlist:read'],
    isUntrusted: true,
    input: { ...onProject, ...waitlist.StatsQuery.properties },
    output: waitlist.WaitlistStats.properties,
    run: (api, query) => api('GET /v1/waitlist/stats', { query }),
  }),
  defineTool({
    name: 'list_waitlist',
    title: 'List waitlist entries',
    description: 'Lists waitlist entries. Names, addresses, notes, answers, q and answer require the scope personal_data:read.',
    effect: 'read',
    scopes: ['waitlist:read'],
    isUntrusted: true,
    input: {
      ...onProject,
      ...pick(
        waitlist.ListWaitlistQuery.properties,
        'status',
        'sort',
        'q',
        'source',
        'min_referrals',
        'country',
        'reward',
        'created_since',
        'created_until',
      ),
      ...answer,
      ...PageNumber,
    },
    output: listOutput(entry.properties),
    run: async (api, query) => listResult(await api('GET /v1/waitlist', { query }), entry.select),
  }),
  defineTool({
    name: 'invite_from_waitlist',
    title: 'Invite people from the waitlist',
    description:
      'Invites the first entries of the waitlist (count) or those that match filters, or certain entries (ids). Each person receives a mail, which cannot be undone: ask the user for approval first. The mail has no link while the project has no invitation URL (Settings → Waitlist): ask the user before you invite.',
    effect: 'announce',
    scopes: ['waitlist:write'],
    isUntrusted: true,
    input: {
      ...onProject,
      ...pick(waitlist.InviteFromWaitlist.properties, 'count', 'ids', 'source', 'min_referrals', 'country', 'reward'),
      ...answer,
    },
    output: { warning: Type.Optional(Type.String()), invited: Type.Integer(), data: Type.Array(Type.Object(invited.properties)) },
    run: async (api, { project_id, ...body }) => {
      const { total, data } = await api('POST /v1/waitlist/invite', { query: { project_id }, body });
      // A token that may invite people may lack the permission to read the project: the result then has no warning.
      const project = await api('GET /v1/projects/{id}', { path: { id: project_id } }).catch(() => undefined);
      return {
        ...(project?.settings.waitlist.invitation_url === null && { warning: NO_LINK }),
        invited: total,
        data: data.slice(0, 100).map(invited.select),
      };
    },
  }),
  defineTool({
    name: 'list_waitlist_broadcasts',
    title: 'List emails to the waitlist',
    description: 'Lists the emails of the team to people on the waitlist, with their figures.',
    effect: 'read',
    scopes: ['waitlist:read', 'personal_data:read'],
    input: { ...onProject, ...PageNumber },
    output: listOutput(broadcast.properties),
    run: async (api, query) => listResult(await api('GET /v1/waitlist/broadcasts', { query }), broadcast.select),
  }),
  defineTool({
    name: 'send_waitlist_broadcast',
    title: 'Send an email to the waitlist',
    description:
      'Sends an email in Markdown to all people on the waitlist, or those who match filters. This cannot be undone: call it with preview first, show the number of recipients and the text to the user, and ask for approval.',
    effect: 'announce',
    scopes: ['waitlist:write', 'personal_data:read'],
    input: {
      ...onProject,
      subject: Type.String(),
      body: Type.String(),
      preview: Type.Optional(Type.Boolean({ description: 'Only count the recipients' })),
      status: Type.Optional(OneOf(RECEIVING_STATUSES)),
      ...pick(waitlist.InviteFromWaitlist.properties, 'source', 'min_referrals', 'country', 'reward'),
      ...answer,
    },
    output: { id: Type.Optional(Type.String()), recipient_count: Type.Integer() },
    run: async (api, { project_id, subject, body, preview, ...filter }) => {
      const request = { query: { project_id }, body: { subject, body, filter } };
      if (preview) return pickCount(await api('POST /v1/waitlist/broadcasts/preview', request));
      const sent = await api('POST /v1/waitlist/broadcasts', request);
      return { id: sent.id, ...pickCount(sent) };
    },
  }),
  defineTool({
    name: 'list_testimonials',
    title: 'List testimonials',
    description: 'Lists testimonials. Use status=pending for those that await a decision.',
    effect: 'read',
    scopes: ['testimonials:read'],
    isUntrusted: true,
    input: {
      ...onProject,
      ...pick(
        testimonials.ListTestimonialsQuery.properties,
        'status',
        'tag',
        'collection',
        'sort',
        'created_since',
        'created_until',
      ),
      ...PageNumber,
    },
    output: listOutput(testimonialOutput),
    run: async (api, query) => listResult(await api('GET /v1/testimonials', { query }), describeTestimonial),
  }),
  defineTool({
    name: 'list_testimonial_collections',
    title: 'List collections of testimonials',
    description: 'Lists the collections of testimonials, each with a public wall.',
    effect: 'read',
    scopes: ['testimonials:read'],
    input: onProject,
    output: { data: Type.Array(Type.Object(collection.properties)) },
    run: async (api, query) => ({
      data: (await api('GET /v1/testimonials/collections', { query })).data.map(collection.select),
    }),
  }),
  defineTool({
    name: 'list_testimonial_rules',
    title: 'List rules that ask for testimonials',
    description: 'Lists the rules that ask people for a testimonial, and how many they asked, who answered or declined.',
    effect: 'read',
    scopes: ['testimonials:read'],
    input: onProject,
    output: { data: Type.Array(Type.Object(rule.properties)) },
    run: async (api, query) => ({ data: (await api('GET /v1/testimonials/rules', { query })).data.map(rule.select) }),
  }),
  defineTool({
    name: 'moderate_testimonial',
    title: 'Approve, reject or feature a testimonial',
    description: 'Approves, rejects, features or tags a testimonial, or sets its collections. Approved testimonials are public.',
    effect: 'change',
    scopes: ['testimonials:write'],
    isUntrusted: true,
    input: {
      id: Id('tm', 'Id of the testimonial'),
      ...pick(testimonials.UpdateTestimonial.properties, 'status', 'featured', 'tags', 'collection_ids'),
    },
    output: testimonialOutput,
    run: async (api, { id, ...body }) => describeTestimonial(await api('PATCH /v1/testimonials/{id}', { path: { id }, body })),
  }),
];
