import type { Language } from '../../texts/language.ts';

export const roadmap: Language['roadmap'] = {
  title: 'Roadmap',
  vote: 'Für „{title}“ stimmen',
  votes: 'Stimmen: {count}',
  signIn: 'Melde dich an, um abzustimmen.',
};
