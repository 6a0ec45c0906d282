import type { testimonialsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const testimonialsShared: Texts<typeof english> = {
  scopes: {
    'testimonials:read': 'Testimonials lesen',
    'testimonials:write': 'Testimonials lesen und ändern',
  },
  actions: {
    'testimonial.deleted': 'Testimonial gelöscht',
    'testimonials.exported': 'Testimonials exportiert',
    'testimonial_rule.deleted': 'Regel für Anfragen gelöscht',
    'testimonial_collection.deleted': 'Sammlung von Testimonials gelöscht',
  },
  events: {
    'testimonial.submitted': 'Testimonial eingereicht',
    'testimonial.approved': 'Testimonial freigegeben',
    'testimonial.rejected': 'Testimonial abgelehnt',
  },
  sections: { testimonials: 'Kundenstimmen' },
  settings: {
    'settings.testimonials.thank_you_mail': {
      label: 'Dankesmail',
      hint: 'Enthält einen Link zum Ändern oder Zurückziehen des Testimonials.',
    },
  },
  notifications: {
    'testimonial.submitted': 'Testimonials',
  },
  timeline: {
    testimonial: 'Testimonials',
  },
  did: {
    testimonial: 'Testimonial geschrieben',
  },
  imports: {
    testimonials: 'Testimonials',
  },
};
