import type { Language } from '../../texts/language.ts';

export const roadmap: Language['roadmap'] = {
  title: 'خارطة الطريق',
  vote: 'التصويت لـ «{title}»',
  votes: 'الأصوات: {count}',
  signIn: 'سجّل الدخول للتصويت.',
};
