import { RecordCount, Records } from '../../shared/people.ts';
import type { ServiceContract } from '../../shared/service.ts';
import { Section, Toggle } from '../../shared/settings.ts';
import { events } from './events.ts';
import * as imports from './imports.ts';
import * as schemas from './schemas.ts';

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
  },
  auditActions: ['testimonial.deleted', 'testimonials.exported'],
  events,
  notifications: {
    'testimonial.submitted': { meaning: 'A testimonial awaits approval', preference: 'daily', role: 'member' },
  },
  settings: Section({
    thank_you_mail: Toggle(true, 'Whether to send authors a link for changing or withdrawing their testimonial'),
  }),
  sections: { testimonials: 'Testimonials' },
  erased: { testimonials: RecordCount('Deleted testimonials') },
  exported: { testimonials: Records('Testimonials of the person') },
  schemas: { ...schemas, ...imports },
} as const satisfies ServiceContract;
