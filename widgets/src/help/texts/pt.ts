import type { Language } from '../../texts/language.ts';

export const help: Language['help'] = {
  open: 'Buscar ajuda',
  title: 'Como podemos ajudar?',
  placeholder: 'Buscar artigos',
  results: 'Resultados: {count}',
  didYouMean: 'Resultados para “{query}”',
  empty: 'Nenhum resultado para “{query}”',
  ask: 'Solicitar uma resposta',
  asked: 'Obrigado. Recebemos sua solicitação.',
  answer: 'Responder com estes artigos',
  sources: 'Fontes',
  answerNote: 'As respostas podem estar erradas; confira as fontes.',
  notAnswered: 'Os artigos não respondem a esta pergunta.',
  noAnswer: 'Nenhuma resposta disponível agora. Leia os artigos.',
  related: 'Artigos relacionados',
  helpful: 'Isto ajudou?',
  yes: 'Sim',
  no: 'Não',
  thanks: 'Obrigado.',
};
