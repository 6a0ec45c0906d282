import type { Language } from '../../texts/language.ts';

export const testimonials: Language['testimonials'] = {
  formTitle: 'Comparte tu experiencia',
  rating: 'Tu valoración',
  stars: '{count} de 5 estrellas',
  content: 'Tu testimonio',
  role: 'Cargo',
  company: 'Empresa',
  emailWhy: 'Te enviaremos un enlace para editar o retirar tu testimonio. Tu dirección no se publica.',
  consent: 'Pueden publicar este testimonio con mi nombre en su web.',
  thanks: '¡Gracias!',
  decline: 'No volver a preguntar',
  thanksText: 'Tu testimonio aparecerá tras su revisión.',
  average: '{rating} de 5 ({count} valoraciones)',
  average_one: '{rating} de 5 ({count} valoración)',
  incentive: 'Recibió un incentivo',
  affiliated: 'Miembro del equipo',
  previous: 'Anterior',
  next: 'Siguiente',
  testimonials: 'Testimonios',
  playVideo: 'Reproducir el vídeo de {name} en {host}',
};
