import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('pt');

export const pt: Texts = {
  about: (project, rating) => `Depoimentos sobre ${project}${rating && `: ${rating}`}.`,
  ratingOf: (average, count) =>
    n(count, { one: `${average} de 5 estrelas em # depoimento`, other: `${average} de 5 estrelas em # depoimentos` }),
  outOfFive: (count) => n(count, { one: 'de 5 estrelas, # depoimento', other: 'de 5 estrelas, # depoimentos' }),
  stars: (count) => `${count} de 5 estrelas`,
  starsOfField: (count) => n(count, { one: '# estrela', other: '# estrelas' }),
  empty: 'Ainda não há depoimentos. Escreva o primeiro.',
  write: 'Escrever um depoimento',
  publishedLater: 'Ele é publicado após a revisão.',
  yourRating: 'Sua avaliação',
  yours: 'Seu depoimento',
  role: 'Cargo',
  company: 'Empresa',
  emailHint: 'E-mail (opcional, não é publicado; enviaremos um link para editar ou retirar seu depoimento)',
  consent: 'Vocês podem publicar meu depoimento e meu nome no seu site.',
  submit: 'Enviar',
  close: 'Fechar',
  submitted: 'Seu depoimento será publicado após a revisão.',
  all: 'Todos os depoimentos',
  incentive: 'Com incentivo',
  affiliated: 'Membro da equipe',
  playVideo: (name, host) => `Reproduzir o vídeo de ${name} no ${host}`,
  ownText: 'Depoimentos editados são revisados novamente antes da publicação. Se você retirar, o depoimento será excluído.',
  rating: 'Avaliação',
  save: 'Salvar alterações',
  withdraw: 'Retirar depoimento',
  withdrawn: 'Depoimento retirado',
  withdrawnText: 'Seu depoimento foi excluído.',
  updated: 'Depoimento atualizado',
  updatedText: 'Obrigado. Seu depoimento será revisado novamente.',
  mails: {
    thanksSubject: (project) => `Obrigado pelo seu depoimento sobre ${project}`,
    thanksText: (project) =>
      `Obrigado pelo seu depoimento sobre ${project}. Você pode ler, alterar ou retirar o depoimento a qualquer momento. Se você não escreveu um, ignore este e-mail.`,
    edit: 'Editar depoimento',
    submitted: (project) => `Você recebeu este e-mail porque este endereço foi enviado com um depoimento sobre ${project}.`,
    question: (project) => `O que você acha de ${project}?`,
    reasons: {
      release_used: (title) => (title === null ? 'Você usa o que pediu.' : `Você pediu “${title}” e já usou.`),
      goal_reached: () => 'Você já usa há algum tempo.',
      answer_helpful: () => 'Você encontrou uma resposta útil na nossa ajuda.',
    },
    requestText: 'Você escreveria algumas frases sobre isso? Só publicamos com seu nome se você concordar.',
    usesIt: (project) => `Você recebeu este e-mail porque usa ${project}. Perguntamos no máximo uma vez por ano.`,
    stop: 'Não perguntar novamente',
    stopQuestion: 'Não perguntar novamente?',
    stopText: 'Você não receberá mais pedidos de depoimento.',
    stopped: 'Sem mais pedidos',
    stoppedText: 'Não pediremos mais um depoimento a você.',
  },
};
