import type { testimonialsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const testimonialsShared: Texts<typeof english> = {
  scopes: {
    'testimonials:read': 'Leer testimonios',
    'testimonials:write': 'Leer y modificar testimonios',
  },
  actions: {
    'testimonial.deleted': 'Eliminó un testimonio',
    'testimonials.exported': 'Exportó testimonios',
    'testimonial_rule.deleted': 'Eliminó una regla de solicitudes',
    'testimonial_collection.deleted': 'Eliminó una colección de testimonios',
  },
  events: {
    'testimonial.submitted': 'Testimonio enviado',
    'testimonial.approved': 'Testimonio aprobado',
    'testimonial.rejected': 'Testimonio rechazado',
  },
  sections: { testimonials: 'Testimonios' },
  settings: {
    'settings.testimonials.thank_you_mail': {
      label: 'Correo de agradecimiento',
      hint: 'Contiene un enlace para editar o retirar el testimonio.',
    },
  },
  notifications: {
    'testimonial.submitted': 'Testimonios',
  },
  timeline: {
    testimonial: 'Testimonios',
  },
  did: {
    testimonial: 'Escribió un testimonio',
  },
  imports: {
    testimonials: 'Testimonios',
  },
};
