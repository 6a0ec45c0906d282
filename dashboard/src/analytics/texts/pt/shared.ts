import type { analyticsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const analyticsShared: Texts<typeof english> = {
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
  settings: {
    'settings.analytics.timezone': {
      label: 'Fuso horário',
      hint: 'Fuso horário dos limites dos dias nos relatórios. Busque por cidade, país ou diferença de fuso.',
    },
    'settings.analytics.allowed_hostnames': {
      label: 'Hosts permitidos',
      hint: 'Um por linha; * é um curinga. Eventos de outros hosts são descartados. Deixe vazio para permitir todos os hosts.',
    },
    'settings.analytics.excluded_hostnames': { label: 'Hosts excluídos', hint: 'Um por linha, como staging.example.com' },
    'settings.analytics.excluded_paths': { label: 'Caminhos excluídos', hint: 'Um por linha, como /admin/*' },
    'settings.analytics.excluded_referrers': {
      label: 'Hosts que não são fontes',
      hint: 'Um por linha, como pay.example.com. Páginas de pagamento e login conhecidas não são fontes.',
    },
    'settings.analytics.excluded_addresses': {
      label: 'Endereços excluídos',
      hint: 'Endereços IP ou faixas, um por linha, como 192.0.2.0/24',
    },
    'settings.analytics.counted_bots': {
      label: 'Bots contados',
      options: {
        crawler: 'Rastreadores',
        headless: 'Navegadores sem interface',
        prefetch: 'Páginas pré-carregadas',
        http_library: 'Visualizações de página de bibliotecas HTTP (curl, okhttp, …)',
      },
    },
    'settings.analytics.honor_privacy_signals': {
      label: 'Respeitar “Do Not Track” e Global Privacy Control',
      hint: 'Eventos de navegadores que pedem para não ser rastreados são descartados. O rastreador e o SDK já respeitam isso sempre.',
    },
    'settings.analytics.signed_user_ids': {
      label: 'Exigir IDs de usuário assinados',
      hint: 'Os eventos identificam usuários por um token que seu servidor assina. Eventos com um user_id simples são rejeitados.',
    },
    'settings.analytics.retention_days': {
      label: 'Manter eventos de análise (dias)',
      hint: 'Eventos mais antigos são excluídos junto com seus relatórios. Deixe vazio para mantê-los para sempre.',
    },
  },
  notifications: {
    'alert.triggered': 'Alertas',
  },
  timeline: {
    event: 'Eventos',
  },
  did: {
    event: 'Evento',
  },
  imports: {
    daily_totals: 'Análises por dia',
    events: 'Eventos de análise',
  },
};
