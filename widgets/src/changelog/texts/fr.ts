import type { Language } from '../../texts/language.ts';

export const changelog: Language['changelog'] = {
  title: 'Nouveautés',
  unread: 'Nouveautés non lues : {count}',
  readMore: 'Lire la suite',
  type_feature: 'Nouveau',
  type_improvement: 'Amélioré',
  type_fix: 'Corrigé',
  type_breaking: 'Modifié',
  subscribe: 'S’abonner',
  subscribeTitle: 'Recevoir les nouveautés par e-mail',
  confirm: 'Confirmez votre adresse : ouvrez le lien dans l’e-mail que nous vous avons envoyé.',
  reactions: 'Réactions',
  react_like: 'J’aime',
  react_love: 'J’adore',
  react_celebrate: 'Bravo',
};
