import type { Language } from '../../texts/language.ts';

export const roadmap: Language['roadmap'] = {
  title: 'Hoja de ruta',
  vote: 'Votar por «{title}»',
  votes: 'Votos: {count}',
  signIn: 'Inicia sesión para votar.',
};
