import type { Language } from '../../texts/language.ts';

export const roadmap: Language['roadmap'] = {
  title: 'Feuille de route',
  vote: 'Voter pour « {title} »',
  votes: 'Votes : {count}',
  signIn: 'Connectez-vous pour voter.',
};
