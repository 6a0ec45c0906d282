import type { services as english } from '../en/services.ts';
import { locale } from '../plural.ts';
import type { Texts } from '../texts.ts';
import { createMerge, mergeNames } from '../merge.ts';

/** Texts about the services in places that all services share: permissions, audit log, webhooks, public pages. */
export const services: Texts<typeof english> = {
  feedback: {
    name: 'Feedback',
    scopes: {
      'feedback:read': 'Ler feedback',
      'feedback:write': 'Ler e alterar feedback',
    },
    actions: {
      'feedback.deleted': 'Excluiu feedback',
      'feedback.exported': 'Exportou feedback',
      'comment.deleted': 'Excluiu um comentário',
      'comments.exported': 'Exportou comentários',
      'votes.exported': 'Exportou votos',
      'feedback_view.deleted': 'Excluiu uma visualização de feedback',
      'feedback_view.made_personal': 'Deixou de compartilhar uma visualização de feedback',
    },
    events: {
      'feedback.created': 'Feedback criado',
      'feedback.updated': 'Feedback atualizado',
      'feedback.status_changed': 'Status do feedback alterado',
      'feedback.commented': 'Comentário adicionado',
      'feedback.voted': 'Votos alterados (no máximo uma vez por minuto)',
      'feedback.merged': 'Feedback unificado',
      'feedback.deleted': 'Feedback excluído',
    },
    sections: { feedback: 'Feedback', roadmap: 'Roadmap' },
  },
  waitlist: {
    name: 'Lista de espera',
    scopes: {
      'waitlist:read': 'Ler a lista de espera',
      'waitlist:write': 'Ler e alterar a lista de espera, e convidar',
    },
    actions: {
      'waitlist_entry.deleted': 'Excluiu uma entrada da lista de espera',
      'waitlist.exported': 'Exportou a lista de espera',
      'waitlist_broadcast.sent': 'Enviou um comunicado à lista de espera',
      'waitlist_broadcast.resumed': 'Retomou um comunicado à lista de espera',
    },
    events: {
      'waitlist.joined': 'Inscrição na lista de espera',
      'waitlist.confirmed': 'Inscrição na lista de espera confirmada',
      'waitlist.invited': 'Convidado da lista de espera',
      'waitlist.reward_reached': 'Recompensa por indicações alcançada',
    },
    sections: { waitlist: 'Lista de espera' },
  },
  testimonials: {
    name: 'Depoimentos',
    scopes: {
      'testimonials:read': 'Ler depoimentos',
      'testimonials:write': 'Ler e alterar depoimentos',
    },
    actions: {
      'testimonial.deleted': 'Excluiu um depoimento',
      'testimonials.exported': 'Exportou depoimentos',
      'testimonial_rule.deleted': 'Excluiu uma regra de pedidos',
      'testimonial_collection.deleted': 'Excluiu uma coleção de depoimentos',
    },
    events: {
      'testimonial.submitted': 'Depoimento enviado',
      'testimonial.approved': 'Depoimento aprovado',
      'testimonial.rejected': 'Depoimento rejeitado',
    },
    sections: { testimonials: 'Depoimentos' },
  },
  changelog: {
    name: 'Novidades',
    scopes: {
      'changelog:read': 'Ler as novidades',
      'changelog:write': 'Ler, alterar e publicar as novidades',
    },
    actions: {
      'changelog_entry.deleted': 'Excluiu uma entrada de novidades',
      'changelog_subscriber.deleted': 'Excluiu um assinante das novidades',
      'changelog_subscribers.added': 'Adicionou assinantes das novidades',
      'changelog.exported': 'Exportou as novidades',
    },
    events: {
      'changelog.adoption_measured': 'Adoção medida',
      'changelog.published': 'Entrada de novidades publicada',
    },
    sections: { changelog: 'Novidades' },
  },
  knowledge_base: {
    name: 'Central de ajuda',
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
  },
  analytics: {
    name: 'Análises',
    scopes: {
      'analytics:read': 'Ler as análises',
      'analytics:write': 'Ler as análises, importar eventos e alterar metas e alertas',
    },
    actions: {
      'shared_link.created': 'Criou um link compartilhado',
      'shared_link.updated': 'Alterou um link compartilhado',
      'shared_link.deleted': 'Excluiu um link compartilhado',
      'search_console.connected': 'Conectou o Search Console',
      'search_console.updated': 'Alterou a conexão com o Search Console',
      'search_console.disconnected': 'Desconectou o Search Console',
      'goal.deleted': 'Excluiu uma meta',
      'funnel.deleted': 'Excluiu um funil',
      'alert.created': 'Criou um alerta',
      'alert.updated': 'Alterou um alerta',
      'alert.deleted': 'Excluiu um alerta',
      'segment.filters_updated': 'Alterou os filtros de um segmento',
      'segment.deleted': 'Excluiu um segmento',
      'annotation.deleted': 'Excluiu uma nota do gráfico',
      'analytics.erased': 'Excluiu os eventos de um usuário',
      'analytics.exported': 'Exportou eventos',
    },
    events: {
      'alert.triggered': 'Alerta disparado',
      'alert.recovered': 'Alerta recuperado',
    },
    sections: {},
  },
};

export const mergeTexts = createMerge(services);

export const names = mergeNames(services);

/** The names of all services in a sentence. */
export const content = new Intl.ListFormat(locale).format(Object.values(names).map((name) => name.toLowerCase()));
