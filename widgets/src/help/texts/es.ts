import type { Language } from '../../texts/language.ts';

export const help: Language['help'] = {
  open: 'Buscar ayuda',
  title: '¿Cómo podemos ayudar?',
  placeholder: 'Buscar artículos',
  results: 'Resultados: {count}',
  didYouMean: 'Resultados de «{query}»',
  empty: 'No hay resultados para «{query}»',
  ask: 'Solicitar una respuesta',
  asked: 'Gracias. Hemos recibido tu solicitud.',
  answer: 'Responder con estos artículos',
  sources: 'Fuentes',
  answerNote: 'Las respuestas pueden ser incorrectas; comprueba las fuentes.',
  notAnswered: 'Los artículos no responden a esta pregunta.',
  noAnswer: 'Ahora no hay respuesta disponible. Lee los artículos.',
  related: 'Artículos relacionados',
  helpful: '¿Te ha servido?',
  yes: 'Sí',
  no: 'No',
  thanks: 'Gracias.',
};
