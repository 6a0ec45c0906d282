import type { Language } from '../../texts/language.ts';

export const roadmap: Language['roadmap'] = {
  title: 'ロードマップ',
  vote: '「{title}」に投票',
  votes: '投票数: {count}',
  signIn: '投票するにはログインしてください。',
};
