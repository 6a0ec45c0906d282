import { RecordCount, Records } from '../../shared/people.ts';
import type { ServiceContract } from '../../shared/service.ts';
import { Section, Toggle } from '../../shared/settings.ts';
import { events } from './events.ts';
import * as imports from './imports.ts';
import * as requests from './requests.ts';
import * as schemas from './schemas.ts';
import { DEFAULT_WALL_STYLE } from './wall-style.ts';
import * as walls from './walls.ts';
import { sections } from './sections.ts';

export const testimonials = {
  name: 'testimonials',
  tag: { name: 'Testimonials', description: 'Submission, moderation and ratings' },
  scopes: {
    'testimonials:read': 'Read testimonials',
    'testimonials:write': 'Approve, change and delete testimonials',
  },
  appScopes: ['testimonials:read', 'testimonials:write'],
  errors: {
    'testimonials.not_found': { status: 404, message: 'Testimonial not found' },
    'testimonials.request_not_found': {
      status: 404,
      message: 'Request for a testimonial not found: it was answered or declined, or is for another person',
    },
    'testimonial_rules.not_found': { status: 404, message: 'Rule for requests not found' },
    'testimonial_rules.name_taken': { status: 409, message: 'name is already taken', field: { path: 'name', code: 'taken' } },
    'testimonial_collections.not_found': { status: 404, message: 'Collection of testimonials not found' },
    'testimonial_collections.slug_taken': {
      status: 409,
      message: 'slug is already taken',
      field: { path: 'slug', code: 'taken' },
    },
    'testimonial_collections.limit_reached': { status: 409, message: 'A project has at most 50 collections of testimonials' },
    'testimonial_rules.limit_reached': { status: 409, message: 'A project has at most 20 rules for requests' },
  },
  auditActions: ['testimonial.deleted', 'testimonials.exported', 'testimonial_rule.deleted', 'testimonial_collection.deleted'],
  events,
  notifications: {
    'testimonial.submitted': { meaning: 'A testimonial awaits approval', preference: 'daily', role: 'member' },
  },
  settings: Section({
    thank_you_mail: Toggle(true, 'Whether to send authors a link for changing or withdrawing their testimonial'),
    wall: walls.wallStyle({
      default: DEFAULT_WALL_STYLE,
      description: 'Look of the wall on the public page and in the widget, unless the widget or a collection has its own',
    }),
  }),
  sections,
  erased: {
    testimonials: RecordCount('Deleted testimonials'),
    testimonial_requests: RecordCount('Deleted requests for testimonials'),
  },
  exported: {
    testimonials: Records('Testimonials of the person'),
    testimonial_requests: Records('Requests for testimonials to the person'),
  },
  schemas: { ...schemas, ...requests, ...imports, ...walls },
} as const satisfies ServiceContract;
