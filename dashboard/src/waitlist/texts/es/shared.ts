import type { waitlistShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const waitlistShared: Texts<typeof english> = {
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
  settings: {
    'settings.waitlist.welcome_mail': { label: 'Correo de bienvenida', hint: 'Contiene la posición y el enlace de referido.' },
    'settings.waitlist.double_opt_in': {
      label: 'Doble confirmación',
      hint: 'Las personas obtienen una posición después de confirmar su dirección de correo.',
    },
    'settings.waitlist.private_signups': {
      label: 'Inscripciones privadas',
      hint: 'Las direcciones existentes obtienen la misma respuesta que las nuevas y un correo explicativo. Activa también la doble confirmación para ocultar quién está en la lista de espera.',
    },
    'settings.waitlist.refuse_disposable': { label: 'Rechazar direcciones desechables' },
    'settings.waitlist.referral_boost': {
      label: 'Posiciones por referido',
      hint: 'De 0 a 100. Se aplica a los referidos futuros.',
    },
    'settings.waitlist.reward_mail': {
      label: 'Correo de recompensa',
      hint: 'Se envía cuando una persona consigue una recompensa por referidos.',
    },
    'settings.waitlist.leaderboard': {
      label: 'Clasificación pública',
      hint: 'El formulario y la página muestran las diez personas con más referidos, con iniciales en lugar de nombres.',
    },
    'settings.waitlist.page_url': {
      label: 'Página de inscripción',
      hint: 'Destino de los enlaces de referido. Déjala vacía para usar la página pública.',
    },
    'settings.waitlist.invitation_url': {
      label: 'URL de invitación',
      hint: 'Destino del botón en los correos de invitación. Déjala vacía si no quieres botón.',
    },
  },
  notifications: {
    'waitlist.joined': 'Inscripciones',
  },
  timeline: {
    waitlist: 'Lista de espera',
  },
  did: {
    waitlist: 'Se unió a la lista de espera',
  },
  imports: {
    waitlist: 'Lista de espera',
  },
};
