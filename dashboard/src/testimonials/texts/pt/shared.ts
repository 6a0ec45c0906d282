import type { testimonialsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const testimonialsShared: Texts<typeof english> = {
  scopes: {
    'testimonials:read': 'Ler depoimentos',
    'testimonials:write': 'Ler e alterar depoimentos',
  },
  actions: {
    'testimonial.deleted': 'Excluiu um depoimento',
    'testimonials.exported': 'Exportou depoimentos',
    'testimonial_rule.deleted': 'Excluiu uma regra de pedidos',
    'testimonial_collection.deleted': 'Excluiu uma coleção de depoimentos',
  },
  events: {
    'testimonial.submitted': 'Depoimento enviado',
    'testimonial.approved': 'Depoimento aprovado',
    'testimonial.rejected': 'Depoimento rejeitado',
  },
  sections: { testimonials: 'Depoimentos' },
  settings: {
    'settings.testimonials.thank_you_mail': {
      label: 'E-mail de agradecimento',
      hint: 'Contém um link para editar ou retirar o depoimento.',
    },
  },
  notifications: {
    'testimonial.submitted': 'Depoimentos',
  },
  timeline: {
    testimonial: 'Depoimentos',
  },
  did: {
    testimonial: 'Escreveu um depoimento',
  },
  imports: {
    testimonials: 'Depoimentos',
  },
};
