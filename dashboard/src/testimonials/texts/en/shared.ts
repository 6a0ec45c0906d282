/** Texts in places that all services share. */
export const testimonialsShared = {
  scopes: {
    'testimonials:read': 'Read testimonials',
    'testimonials:write': 'Read and change testimonials',
  },
  actions: {
    'testimonial.deleted': 'Deleted a testimonial',
    'testimonials.exported': 'Exported testimonials',
    'testimonial_rule.deleted': 'Deleted a rule for requests',
    'testimonial_collection.deleted': 'Deleted a collection of testimonials',
  },
  events: {
    'testimonial.submitted': 'Testimonial submitted',
    'testimonial.approved': 'Testimonial approved',
    'testimonial.rejected': 'Testimonial rejected',
  },
  sections: { testimonials: 'Testimonials' },
  settings: {
    'settings.testimonials.thank_you_mail': {
      label: 'Thank-you email',
      hint: 'Contains a link to edit or withdraw the testimonial.',
    },
  },
  notifications: {
    'testimonial.submitted': 'Testimonials',
  },
  timeline: {
    testimonial: 'Testimonials',
  },
  did: {
    testimonial: 'Wrote a testimonial',
  },
  imports: {
    testimonials: 'Testimonials',
  },
};
