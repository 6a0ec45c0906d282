import type { Texts } from './en.ts';

export const es: Texts = {
  about: (project) => `Novedades de ${project}: funciones, mejoras y correcciones.`,
  text: (project) => `Novedades de ${project}.`,
  empty: 'Todavía no hay novedades.',
  types: { feature: 'Nuevo', improvement: 'Mejorado', fix: 'Corregido', breaking: 'Cambiado' },
  subscribe: 'Suscribirme',
  subscribeTitle: 'Suscríbete a las novedades',
  sentTo: 'Las novedades se envían a {email}.',
  subscribed: 'Te has suscrito',
  subscribedText: (project) => `Recibirás las novedades de ${project} por correo.`,
  confirm: 'Confirma tu correo electrónico',
  confirmText: 'Te enviamos un correo. Abre el enlace para confirmar tu suscripción.',
  own: 'Novedades por correo',
  noOwn: 'No recibes novedades por correo.',
  mails: {
    confirmSubject: (project) => `Confirma tu suscripción a las novedades de ${project}`,
    confirm: 'Confirma tu suscripción',
    askedText: (project) =>
      `Confirma tu correo electrónico para recibir las novedades de ${project}. Si no lo pediste, puedes ignorar este correo.`,
    askedFooter: (project) => `Recibes este correo porque esta dirección se introdujo en las novedades de ${project}.`,
    addedText: (project) =>
      `${project} quiere enviarte sus novedades. Confirma tu correo electrónico para recibirlas. Sin confirmación, no recibirás más correos.`,
    addedFooter: (project) => `Recibes este correo porque el equipo de ${project} añadió esta dirección a sus novedades.`,
    entrySubject: (title, project) => `${title}: nuevo en ${project}`,
    view: 'Ver en el navegador',
    footer: (project) => `Recibes este correo porque te suscribiste a las novedades de ${project}.`,
    renewal: 'Vuelve a suscribirte a las novedades para obtener un enlace nuevo.',
    willReceive: (email, project) => `${email} recibirá las novedades de ${project}.`,
    confirmed: 'Suscripción confirmada',
    confirmedText: (project) => `Recibirás las novedades de ${project}.`,
    unsubscribeText: (email) => `${email} dejará de recibir novedades.`,
  },
  report: {
    title: 'Novedades',
    adoption: '¿Lo usaron quienes lo pidieron?',
    used: (used, of) => `${used} de ${of} lo usaron`,
    open: 'Abrir los resultados',
  },
};
