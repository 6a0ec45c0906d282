import type { knowledgeBaseShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const knowledgeBaseShared: Texts<typeof english> = {
  scopes: {
    'knowledge_base:read': 'Buscar e ler na central de ajuda',
    'knowledge_base:write': 'Buscar, ler e alterar a central de ajuda',
  },
  actions: {
    'index.deleted': 'Excluiu uma coleção',
    'document.published': 'Publicou um artigo',
    'document.unpublished': 'Despublicou um artigo',
    'document.archived': 'Arquivou um artigo',
    'document.deleted': 'Excluiu um artigo',
    'documents.exported': 'Exportou artigos',
  },
  events: {
    'knowledge_base.searched_without_results': 'Busca sem resultados',
  },
  sections: { help: 'Ajuda' },
  settings: {
    'settings.knowledge_base.answers': {
      label: 'Responder a perguntas',
      hint: 'Os leitores recebem respostas dos artigos que podem ler, com fontes. Requer um modelo de linguagem (EARSHOT_LLM_URL), que recebe a pergunta e trechos de artigos.',
    },
    'settings.knowledge_base.answers_per_day': {
      label: 'Perguntas por dia',
      hint: 'Perguntas de todos os leitores enviadas ao modelo de linguagem em um dia.',
    },
    'settings.knowledge_base.answers_per_network': {
      label: 'Perguntas por rede',
      hint: 'Perguntas de uma rede em um dia. Aumente o número se muitos leitores compartilham uma rede.',
    },
  },
  notifications: {},
  timeline: {
    search: 'Buscas',
  },
  did: {
    search: 'Buscou na ajuda',
  },
  imports: {
    articles: 'Artigos',
  },
};
