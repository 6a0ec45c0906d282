import type { suggestions as english } from '../en/suggestions.ts';
import type { Texts } from '../texts.ts';

export const suggestions: Texts<typeof english> = {
  title: 'Sugestões',
  ask: 'Sugerir duplicados e tags',
  none: 'Nenhuma sugestão',
  mergeInto: (title) => `Unificar em “${title}”`,
  addTags: (tags) => `Adicionar tags: ${tags}`,
  accept: 'Aceitar',
  dismiss: 'Descartar',
  accepted: 'Sugestão aceita',
  dismissed: 'Sugestão descartada',
  acceptFirst: 'Aceitar a primeira sugestão',
  dismissFirst: 'Descartar a primeira sugestão',
  noModel: 'Esta instância não tem um modelo de linguagem (EARSHOT_LLM_URL), por isso nada é sugerido.',
  draft: 'Rascunho sugerido',
  hint: 'Escrito por um modelo de linguagem. Confira antes de publicar.',
  createDraft: 'Criar rascunho',
  fromFinished: 'Rascunho do feedback concluído',
  noneFinished: 'Não há feedback concluído sem uma entrada nas novidades',
  draftFromAnswer: 'Rascunhar um artigo a partir da resposta',
  draftArticle: (collection) => `Rascunhar um artigo em ${collection}`,
};
