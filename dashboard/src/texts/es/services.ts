import type { services as english } from '../en/services.ts';
import { locale } from '../plural.ts';
import type { Texts } from '../texts.ts';
import { createMerge, mergeNames } from '../merge.ts';

/** Texts about the services in places that all services share: permissions, audit log, webhooks, public pages. */
export const services: Texts<typeof english> = {
  feedback: {
    name: 'Feedback',
    scopes: {
      'feedback:read': 'Leer feedback',
      'feedback:write': 'Leer y modificar feedback',
    },
    actions: {
      'feedback.deleted': 'Eliminó feedback',
      'feedback.exported': 'Exportó feedback',
      'comment.deleted': 'Eliminó un comentario',
      'comments.exported': 'Exportó comentarios',
      'votes.exported': 'Exportó votos',
      'feedback_view.deleted': 'Eliminó una vista de feedback',
      'feedback_view.made_personal': 'Dejó de compartir una vista de feedback',
    },
    events: {
      'feedback.created': 'Feedback creado',
      'feedback.updated': 'Feedback actualizado',
      'feedback.status_changed': 'Estado del feedback cambiado',
      'feedback.commented': 'Comentario añadido',
      'feedback.voted': 'Votos cambiados (como máximo una vez por minuto)',
      'feedback.merged': 'Feedback combinado',
      'feedback.deleted': 'Feedback eliminado',
    },
    sections: { feedback: 'Comentarios', roadmap: 'Hoja de ruta' },
  },
  waitlist: {
    name: 'Lista de espera',
    scopes: {
      'waitlist:read': 'Leer la lista de espera',
      'waitlist:write': 'Leer y modificar la lista de espera, e invitar',
    },
    actions: {
      'waitlist_entry.deleted': 'Eliminó una entrada de la lista de espera',
      'waitlist.exported': 'Exportó la lista de espera',
      'waitlist_broadcast.sent': 'Envió una difusión a la lista de espera',
      'waitlist_broadcast.resumed': 'Reanudó una difusión a la lista de espera',
    },
    events: {
      'waitlist.joined': 'Inscripción en la lista de espera',
      'waitlist.confirmed': 'Inscripción en la lista de espera confirmada',
      'waitlist.invited': 'Invitado desde la lista de espera',
      'waitlist.reward_reached': 'Recompensa por referidos conseguida',
    },
    sections: { waitlist: 'Lista de espera' },
  },
  testimonials: {
    name: 'Testimonios',
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
  },
  changelog: {
    name: 'Novedades',
    scopes: {
      'changelog:read': 'Leer las novedades',
      'changelog:write': 'Leer, modificar y publicar las novedades',
    },
    actions: {
      'changelog_entry.deleted': 'Eliminó una entrada de novedades',
      'changelog_subscriber.deleted': 'Eliminó un suscriptor de novedades',
      'changelog_subscribers.added': 'Añadió suscriptores de novedades',
      'changelog.exported': 'Exportó las novedades',
    },
    events: {
      'changelog.adoption_measured': 'Adopción medida',
      'changelog.published': 'Entrada de novedades publicada',
    },
    sections: { changelog: 'Novedades' },
  },
  knowledge_base: {
    name: 'Centro de ayuda',
    scopes: {
      'knowledge_base:read': 'Buscar y leer en el centro de ayuda',
      'knowledge_base:write': 'Buscar, leer y modificar el centro de ayuda',
    },
    actions: {
      'index.deleted': 'Eliminó una colección',
      'document.published': 'Publicó un artículo',
      'document.unpublished': 'Despublicó un artículo',
      'document.archived': 'Archivó un artículo',
      'document.deleted': 'Eliminó un artículo',
      'documents.exported': 'Exportó artículos',
    },
    events: {
      'knowledge_base.searched_without_results': 'Búsqueda sin resultados',
    },
    sections: { help: 'Ayuda' },
  },
  analytics: {
    name: 'Analítica',
    scopes: {
      'analytics:read': 'Leer la analítica',
      'analytics:write': 'Leer la analítica, importar eventos y cambiar objetivos y alertas',
    },
    actions: {
      'shared_link.created': 'Creó un enlace compartido',
      'shared_link.updated': 'Cambió un enlace compartido',
      'shared_link.deleted': 'Eliminó un enlace compartido',
      'search_console.connected': 'Conectó Search Console',
      'search_console.updated': 'Cambió la conexión con Search Console',
      'search_console.disconnected': 'Desconectó Search Console',
      'goal.deleted': 'Eliminó un objetivo',
      'funnel.deleted': 'Eliminó un embudo',
      'alert.created': 'Creó una alerta',
      'alert.updated': 'Cambió una alerta',
      'alert.deleted': 'Eliminó una alerta',
      'segment.filters_updated': 'Cambió los filtros de un segmento',
      'segment.deleted': 'Eliminó un segmento',
      'annotation.deleted': 'Eliminó una nota del gráfico',
      'analytics.erased': 'Eliminó los eventos de un usuario',
      'analytics.exported': 'Exportó eventos',
    },
    events: {
      'alert.triggered': 'Alerta activada',
      'alert.recovered': 'Alerta recuperada',
    },
    sections: {},
  },
};

export const mergeTexts = createMerge(services);

export const names = mergeNames(services);

/** The names of all services in a sentence. */
export const content = new Intl.ListFormat(locale).format(Object.values(names).map((name) => name.toLowerCase()));
