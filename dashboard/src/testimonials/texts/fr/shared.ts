import type { testimonialsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const testimonialsShared: Texts<typeof english> = {
  scopes: {
    'testimonials:read': 'Lire les témoignages',
    'testimonials:write': 'Lire et modifier les témoignages',
  },
  actions: {
    'testimonial.deleted': 'A supprimé un témoignage',
    'testimonials.exported': 'A exporté les témoignages',
    'testimonial_rule.deleted': 'A supprimé une règle de demandes',
    'testimonial_collection.deleted': 'A supprimé une collection de témoignages',
  },
  events: {
    'testimonial.submitted': 'Témoignage envoyé',
    'testimonial.approved': 'Témoignage approuvé',
    'testimonial.rejected': 'Témoignage refusé',
  },
  sections: { testimonials: 'Témoignages' },
  settings: {
    'settings.testimonials.thank_you_mail': {
      label: 'E-mail de remerciement',
      hint: 'Contient un lien pour modifier ou retirer le témoignage.',
    },
  },
  notifications: {
    'testimonial.submitted': 'Témoignages',
  },
  timeline: {
    testimonial: 'Témoignages',
  },
  did: {
    testimonial: 'A écrit un témoignage',
  },
  imports: {
    testimonials: 'Témoignages',
  },
};
