import type { Language } from '../../texts/language.ts';

export const testimonials: Language['testimonials'] = {
  formTitle: 'Compartilhe sua experiência',
  rating: 'Sua avaliação',
  stars: '{count} de 5 estrelas',
  content: 'Seu depoimento',
  role: 'Cargo',
  company: 'Empresa',
  emailWhy: 'Enviaremos um link para editar ou retirar seu depoimento. Seu endereço não é publicado.',
  consent: 'Vocês podem publicar este depoimento com meu nome no seu site.',
  thanks: 'Obrigado!',
  decline: 'Não perguntar novamente',
  thanksText: 'Seu depoimento aparecerá após a revisão.',
  average: '{rating} de 5 ({count} avaliações)',
  average_one: '{rating} de 5 ({count} avaliação)',
  incentive: 'Recebeu um incentivo',
  affiliated: 'Membro da equipe',
  previous: 'Anterior',
  next: 'Próximo',
  testimonials: 'Depoimentos',
  playVideo: 'Reproduzir o vídeo de {name} no {host}',
};
