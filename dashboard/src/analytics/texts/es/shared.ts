import type { analyticsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const analyticsShared: Texts<typeof english> = {
  scopes: {
    'analytics:read': 'Leer la analítica',
    'analytics:write': 'Leer la analítica, importar eventos y cambiar objetivos y alertas',
  },
  actions: {
    'shared_link.created': 'Creó un enlace compartido',
    'shared_link.updated': 'Cambió un enlace compartido',
    'shared_link.deleted': 'Eliminó un enlace compartido',
    'search_console.connected': 'Conectó Search Console',
    'search_console.updated': 'Cambió la conexión con Search Console',
    'search_console.disconnected': 'Desconectó Search Console',
    'goal.deleted': 'Eliminó un objetivo',
    'funnel.deleted': 'Eliminó un embudo',
    'alert.created': 'Creó una alerta',
    'alert.updated': 'Cambió una alerta',
    'alert.deleted': 'Eliminó una alerta',
    'segment.filters_updated': 'Cambió los filtros de un segmento',
    'segment.deleted': 'Eliminó un segmento',
    'annotation.deleted': 'Eliminó una nota del gráfico',
    'analytics.erased': 'Eliminó los eventos de un usuario',
    'analytics.exported': 'Exportó eventos',
  },
  events: {
    'alert.triggered': 'Alerta activada',
    'alert.recovered': 'Alerta recuperada',
  },
  sections: {},
  settings: {
    'settings.analytics.timezone': {
      label: 'Zona horaria',
      hint: 'Zona horaria de los límites de los días en los informes. Busca por ciudad, país o desfase horario.',
    },
    'settings.analytics.allowed_hostnames': {
      label: 'Hosts permitidos',
      hint: 'Uno por línea; * es un comodín. Los eventos de otros hosts se descartan. Déjalo vacío para permitir todos los hosts.',
    },
    'settings.analytics.excluded_hostnames': { label: 'Hosts excluidos', hint: 'Uno por línea, por ejemplo staging.example.com' },
    'settings.analytics.excluded_paths': { label: 'Rutas excluidas', hint: 'Una por línea, por ejemplo /admin/*' },
    'settings.analytics.excluded_referrers': {
      label: 'Hosts que no son fuentes',
      hint: 'Uno por línea, por ejemplo pay.example.com. Las páginas de pago e inicio de sesión conocidas no son fuentes.',
    },
    'settings.analytics.excluded_addresses': {
      label: 'Direcciones excluidas',
      hint: 'Direcciones IP o rangos, uno por línea, por ejemplo 192.0.2.0/24',
    },
    'settings.analytics.counted_bots': {
      label: 'Bots que cuentan',
      options: {
        crawler: 'Rastreadores',
        headless: 'Navegadores sin interfaz',
        prefetch: 'Páginas precargadas',
        http_library: 'Páginas vistas de bibliotecas HTTP (curl, okhttp, …)',
      },
    },
    'settings.analytics.honor_privacy_signals': {
      label: 'Respetar «Do Not Track» y Global Privacy Control',
      hint: 'Los eventos de navegadores que piden no ser rastreados se descartan. El rastreador y el SDK ya lo respetan siempre.',
    },
    'settings.analytics.signed_user_ids': {
      label: 'Requerir ID de usuario firmados',
      hint: 'Los eventos identifican a los usuarios con un token que firma tu servidor. Los eventos con un user_id sin firmar se rechazan.',
    },
    'settings.analytics.retention_days': {
      label: 'Conservar eventos de analítica (días)',
      hint: 'Los eventos más antiguos se eliminan junto con sus informes. Déjalo vacío para conservarlos siempre.',
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
    daily_totals: 'Analítica por día',
    events: 'Eventos de analítica',
  },
};
