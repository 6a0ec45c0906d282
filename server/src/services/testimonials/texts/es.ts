import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('es');

export const es: Texts = {
  about: (project, rating) => `Testimonios sobre ${project}${rating && `: ${rating}`}.`,
  ratingOf: (average, count) =>
    n(count, { one: `${average} de 5 estrellas en # testimonio`, other: `${average} de 5 estrellas en # testimonios` }),
  outOfFive: (count) => n(count, { one: 'de 5 estrellas, # testimonio', other: 'de 5 estrellas, # testimonios' }),
  stars: (count) => `${count} de 5 estrellas`,
  starsOfField: (count) => n(count, { one: '# estrella', other: '# estrellas' }),
  empty: 'Todavía no hay testimonios. Escribe el primero.',
  write: 'Escribir un testimonio',
  publishedLater: 'Se publica tras su revisión.',
  yourRating: 'Tu valoración',
  yours: 'Tu testimonio',
  role: 'Cargo',
  company: 'Empresa',
  emailHint: 'Correo electrónico (opcional, no se publica; te enviaremos un enlace para editar o retirar tu testimonio)',
  consent: 'Pueden publicar este testimonio con mi nombre en su web.',
  submit: 'Enviar',
  close: 'Cerrar',
  submitted: 'Tu testimonio se publicará tras su revisión.',
  all: 'Todos los testimonios',
  incentive: 'Con incentivo',
  affiliated: 'Miembro del equipo',
  playVideo: (name, host) => `Reproducir el vídeo de ${name} en ${host}`,
  ownText: 'Los testimonios editados se revisan de nuevo antes de publicarse. Si lo retiras, tu testimonio se elimina.',
  rating: 'Valoración',
  save: 'Guardar cambios',
  withdraw: 'Retirar testimonio',
  withdrawn: 'Testimonio retirado',
  withdrawnText: 'Tu testimonio se ha eliminado.',
  updated: 'Testimonio actualizado',
  updatedText: 'Gracias. Tu testimonio se revisará de nuevo.',
  mails: {
    thanksSubject: (project) => `Gracias por tu testimonio sobre ${project}`,
    thanksText: (project) =>
      `Gracias por tu testimonio sobre ${project}. Puedes leerlo, cambiarlo o retirarlo cuando quieras. Si no escribiste ninguno, puedes ignorar este correo.`,
    edit: 'Editar testimonio',
    submitted: (project) => `Recibes este correo porque esta dirección se envió con un testimonio sobre ${project}.`,
    question: (project) => `¿Qué te parece ${project}?`,
    reasons: {
      release_used: (title) => (title === null ? 'Ya usas lo que pediste.' : `Pediste «${title}» y ya lo has usado.`),
      goal_reached: () => 'Ya llevas un tiempo usándolo.',
      answer_helpful: () => 'Encontraste una respuesta útil en nuestra ayuda.',
    },
    requestText: '¿Escribirías unas frases al respecto? Solo las publicamos con tu nombre si estás de acuerdo.',
    usesIt: (project) => `Recibes este correo porque usas ${project}. Preguntamos como máximo una vez al año.`,
    stop: 'No volver a preguntar',
    stopQuestion: '¿No volver a preguntar?',
    stopText: 'No recibirás más solicitudes de testimonios.',
    stopped: 'Sin más solicitudes',
    stoppedText: 'No volveremos a pedirte un testimonio.',
  },
};
