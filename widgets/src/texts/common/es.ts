import type { Language } from '../language.ts';

export const common: Language['common'] = {
  close: 'Cerrar',
  back: 'Volver',
  send: 'Enviar',
  email: 'Correo electrónico',
  name: 'Nombre',
  optional: 'opcional',
  loading: 'Cargando…',
  more: 'Mostrar más',
  tryAgain: 'Reintentar',
  unreachable: 'Error de conexión. Lo que escribiste se conserva; inténtalo de nuevo en un momento.',
  tooMany: 'Demasiadas solicitudes. Inténtalo de nuevo en un minuto.',
  signedOut: 'No se pudo verificar tu sesión. Recarga la página e inténtalo de nuevo.',
  invalidEmail: 'Introduce un correo electrónico válido.',
  nothing: 'Todavía no hay nada',
  status_new: 'Nuevo',
  status_under_review: 'En revisión',
  status_planned: 'Planificado',
  status_in_progress: 'En curso',
  status_done: 'Hecho',
  status_declined: 'Rechazado',
  status_duplicate: 'Combinado',
};

export const button: Language['button'] = {
  feedback: 'Opinar',
  connectionFailed: 'Error de conexión. Inténtalo de nuevo en un momento.',
};

export const signIn: Language['signIn'] = {
  mailCode: 'Enviarme un código',
  code: 'Código',
  enterCode: 'Iniciar sesión',
  codeSent: 'Introduce el código que enviamos a {email}.',
  wrongCode: 'El código es incorrecto o ha caducado.',
  signedInAs: 'Sesión iniciada como {email}',
  signOut: 'Cerrar sesión',
};
