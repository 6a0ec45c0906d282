import type * as english from '../../en/settings/waitlist.ts';
import type { Texts } from '../../texts.ts';

export const questions: Texts<typeof english.questions> = {
  title: 'Formulário',
  hint: 'Até dez perguntas do formulário de inscrição, além de nome e endereço de e-mail. Perguntas arquivadas não são mais feitas e mantêm suas respostas.',
  empty: 'Nenhuma pergunta',
  new: 'Nova pergunta…',
  newTitle: 'Nova pergunta',
  create: 'Criar pergunta',
  editTitle: 'Editar pergunta',
  saved: 'Pergunta salva',
  removed: 'Pergunta excluída',
  deleteTitle: (name) => `Excluir a pergunta “${name}”?`,
  deleteHint: 'As respostas não são mais mostradas. Arquive a pergunta para mantê-las em listas, filtros e exportações.',
};

export const rewards: Texts<typeof english.rewards> = {
  title: 'Recompensas',
  hint: 'Recompensas por indicações. As pessoas veem a próxima na página delas e no widget, e recebem um e-mail quando alcançam uma.',
  empty: 'Nenhuma recompensa',
  new: 'Nova recompensa…',
  newTitle: 'Nova recompensa',
  create: 'Criar recompensa',
  edit: 'Editar',
  editOf: (name) => `Editar ${name}`,
  editTitle: 'Editar recompensa',
  name: 'Nome',
  text: 'Texto',
  textHint: 'Explica às pessoas como recebem a recompensa.',
  referrals: 'Indicações',
  deleteOf: (name) => `Excluir ${name}`,
  deleteTitle: (name) => `Excluir a recompensa “${name}”?`,
  deleteHint: 'As pessoas não veem mais a recompensa, mesmo que já a tenham alcançado.',
  saved: 'Recompensa salva',
  removed: 'Recompensa excluída',
};
