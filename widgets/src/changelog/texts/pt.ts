import type { Language } from '../../texts/language.ts';

export const changelog: Language['changelog'] = {
  title: 'Novidades',
  unread: 'Novidades não lidas: {count}',
  readMore: 'Ler mais',
  type_feature: 'Novo',
  type_improvement: 'Melhorado',
  type_fix: 'Corrigido',
  type_breaking: 'Alterado',
  subscribe: 'Assinar',
  subscribeTitle: 'Receber novidades por e-mail',
  confirm: 'Confirme seu endereço: abra o link no e-mail que enviamos.',
  reactions: 'Reações',
  react_like: 'Gostei',
  react_love: 'Amei',
  react_celebrate: 'Celebrar',
};
