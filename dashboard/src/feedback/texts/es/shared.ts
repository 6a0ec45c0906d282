import type { feedbackShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const feedbackShared: Texts<typeof english> = {
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
  sections: { feedback: 'Feedback', roadmap: 'Hoja de ruta' },
  settings: {
    'settings.feedback.moderation': {
      label: 'Requerir aprobación para',
      options: { off: 'Nada', anonymous: 'Feedback de visitantes anónimos', all: 'Todo el feedback' },
    },
    'settings.feedback.follow_default': {
      label: 'Ofrecer correos por defecto',
      hint: 'La casilla «Avisarme por correo cuando haya novedades» de los formularios está marcada hasta que el visitante la cambie.',
    },
    'settings.feedback.suggestions': {
      label: 'Sugerir duplicados y etiquetas',
      hint: 'Para el feedback nuevo, con el modelo de lenguaje de la instancia (EARSHOT_LLM_URL). Nada cambia hasta que un miembro acepta una sugerencia.',
    },
    'settings.feedback.suggestions_per_day': {
      label: 'Sugerencias por día',
      hint: 'Tras este número en 24 horas, incluidas las que piden los miembros, el feedback nuevo no recibe más.',
    },
    'settings.feedback.voting': {
      label: 'Quién puede votar',
      hint: 'Los miembros siempre pueden votar. Los votos existentes se mantienen.',
      options: {
        anyone: 'Todos',
        confirmed: 'Personas con una dirección de correo confirmada y usuarios con sesión iniciada',
        signed_in: 'Usuarios con sesión iniciada en tu producto',
      },
    },
    'settings.feedback.anonymous_votes_per_network': {
      label: 'Votos anónimos por red',
      hint: 'Votos que una red puede emitir por una entrada en un día sin iniciar sesión. Aumenta el número si muchos visitantes comparten una red.',
    },
  },
  notifications: {
    'feedback.assigned': 'Asignaciones',
    'feedback.mentioned': 'Menciones',
    'feedback.created': 'Nuevo feedback',
    'feedback.commented': 'Comentarios',
    'feedback.vote_burst': 'Votos inusuales',
    'feedback.pending': 'Pendiente de aprobación',
  },
  timeline: {
    feedback: 'Feedback',
    vote: 'Votos',
    comment: 'Comentarios',
  },
  did: {
    feedback: 'Envió feedback',
    vote: 'Votó por',
    comment: 'Comentó en',
  },
  imports: {
    feedback: 'Feedback',
    comments: 'Comentarios',
    votes: 'Votos',
  },
};
