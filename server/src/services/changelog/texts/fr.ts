import type { Texts } from './en.ts';

export const fr: Texts = {
  about: (project) => `Nouveautés de ${project} : fonctionnalités, améliorations et corrections.`,
  text: (project) => `Nouveautés de ${project}.`,
  empty: 'Aucune nouveauté pour l’instant.',
  types: { feature: 'Nouveau', improvement: 'Amélioré', fix: 'Corrigé', breaking: 'Modifié' },
  subscribe: 'S’abonner',
  subscribeTitle: 'S’abonner aux nouveautés',
  sentTo: 'Les nouveautés sont envoyées à {email}.',
  subscribed: 'Vous êtes abonné',
  subscribedText: (project) => `Vous recevrez les nouveautés de ${project} par e-mail.`,
  confirm: 'Confirmez votre adresse e-mail',
  confirmText: 'Nous vous avons envoyé un e-mail. Ouvrez le lien qu’il contient pour confirmer votre abonnement.',
  own: 'Nouveautés par e-mail',
  noOwn: 'Vous ne recevez pas de nouveautés par e-mail.',
  mails: {
    confirmSubject: (project) => `Confirmez votre abonnement aux nouveautés de ${project}`,
    confirm: 'Confirmez votre abonnement',
    askedText: (project) =>
      `Confirmez votre adresse e-mail pour recevoir les nouveautés de ${project}. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.`,
    askedFooter: (project) =>
      `Vous recevez cet e-mail parce que cette adresse a été saisie sur la page des nouveautés de ${project}.`,
    addedText: (project) =>
      `${project} souhaite vous envoyer ses nouveautés. Confirmez votre adresse e-mail pour les recevoir. Sans confirmation, vous ne recevrez plus d’e-mails.`,
    addedFooter: (project) => `Vous recevez cet e-mail parce que l’équipe de ${project} a ajouté cette adresse à ses nouveautés.`,
    entrySubject: (title, project) => `${title} : nouveau chez ${project}`,
    view: 'Voir dans le navigateur',
    footer: (project) => `Vous recevez cet e-mail parce que vous êtes abonné aux nouveautés de ${project}.`,
    renewal: 'Abonnez-vous à nouveau aux nouveautés pour obtenir un nouveau lien.',
    willReceive: (email, project) => `${email} recevra les nouveautés de ${project}.`,
    confirmed: 'Abonnement confirmé',
    confirmedText: (project) => `Vous recevrez les nouveautés de ${project}.`,
    unsubscribeText: (email) => `${email} ne recevra plus de nouveautés.`,
  },
  report: {
    title: 'Nouveautés',
    adoption: 'Les personnes qui l’ont demandé s’en servent-elles ?',
    used: (used, of) => `${used} sur ${of} l’ont utilisé`,
    open: 'Ouvrir l’impact',
  },
};
