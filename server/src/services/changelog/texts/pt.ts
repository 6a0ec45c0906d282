import type { Texts } from './en.ts';

export const pt: Texts = {
  about: (project) => `Novidades de ${project}: recursos, melhorias e correções.`,
  text: (project) => `Novidades de ${project}.`,
  empty: 'Ainda não há novidades.',
  types: { feature: 'Novo', improvement: 'Melhorado', fix: 'Corrigido', breaking: 'Alterado' },
  subscribe: 'Assinar',
  subscribeTitle: 'Assine as novidades',
  sentTo: 'As novidades são enviadas para {email}.',
  subscribed: 'Assinatura feita',
  subscribedText: (project) => `Você receberá as novidades de ${project} por e-mail.`,
  confirm: 'Confirme seu e-mail',
  confirmText: 'Enviamos um e-mail para você. Abra o link nele para confirmar sua assinatura.',
  own: 'Novidades por e-mail',
  noOwn: 'Você não recebe novidades por e-mail.',
  mails: {
    confirmSubject: (project) => `Confirme sua assinatura das novidades de ${project}`,
    confirm: 'Confirme sua assinatura',
    askedText: (project) => `Confirme seu e-mail para receber as novidades de ${project}. Se não foi você, ignore este e-mail.`,
    askedFooter: (project) => `Você recebeu este e-mail porque este endereço foi informado nas novidades de ${project}.`,
    addedText: (project) =>
      `${project} gostaria de enviar novidades para você. Confirme seu e-mail para recebê-las. Sem a confirmação, você não receberá outros e-mails.`,
    addedFooter: (project) => `Você recebeu este e-mail porque a equipe de ${project} adicionou este endereço às novidades.`,
    entrySubject: (title, project) => `${title} – novo em ${project}`,
    view: 'Ver no navegador',
    footer: (project) => `Você recebeu este e-mail porque assinou as novidades de ${project}.`,
    renewal: 'Assine as novidades novamente para receber um novo link.',
    willReceive: (email, project) => `${email} receberá as novidades de ${project}.`,
    confirmed: 'Assinatura confirmada',
    confirmedText: (project) => `Você receberá as novidades de ${project}.`,
    unsubscribeText: (email) => `${email} não receberá mais novidades.`,
  },
};
