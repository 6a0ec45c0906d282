import type { Language } from '../../texts/language.ts';

export const roadmap: Language['roadmap'] = {
  title: 'Roadmap',
  vote: 'Votar em “{title}”',
  votes: 'Votos: {count}',
  signIn: 'Entre na sua conta para votar.',
};
