import type { Language } from '../../texts/language.ts';

export const changelog: Language['changelog'] = {
  title: 'Neuigkeiten',
  unread: 'Neuigkeiten: {count} ungelesen',
  readMore: 'Mehr lesen',
  type_feature: 'Neu',
  type_improvement: 'Verbessert',
  type_fix: 'Behoben',
  type_breaking: 'Geändert',
  subscribe: 'Abonnieren',
  subscribeTitle: 'Neuigkeiten per E-Mail erhalten',
  confirm: 'Bestätige deine Adresse über den Link in der E-Mail, die wir dir geschickt haben.',
  reactions: 'Reaktionen',
  react_like: 'Gefällt mir',
  react_love: 'Liebe ich',
  react_celebrate: 'Feiern',
};
