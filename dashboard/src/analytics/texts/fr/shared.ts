import type { analyticsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const analyticsShared: Texts<typeof english> = {
  scopes: {
    'analytics:read': 'Lire les statistiques',
    'analytics:write': 'Lire les statistiques, importer des événements et modifier les objectifs et les alertes',
  },
  actions: {
    'shared_link.created': 'A créé un lien partagé',
    'shared_link.updated': 'A modifié un lien partagé',
    'shared_link.deleted': 'A supprimé un lien partagé',
    'search_console.connected': 'A connecté la Search Console',
    'search_console.updated': 'A modifié la connexion à la Search Console',
    'search_console.disconnected': 'A déconnecté la Search Console',
    'goal.deleted': 'A supprimé un objectif',
    'funnel.deleted': 'A supprimé un entonnoir',
    'alert.created': 'A créé une alerte',
    'alert.updated': 'A modifié une alerte',
    'alert.deleted': 'A supprimé une alerte',
    'segment.filters_updated': 'A modifié les filtres d’un segment',
    'segment.deleted': 'A supprimé un segment',
    'annotation.deleted': 'A supprimé une note de graphique',
    'analytics.erased': 'A supprimé les événements d’un utilisateur',
    'analytics.exported': 'A exporté les événements',
  },
  events: {
    'alert.triggered': 'Alerte déclenchée',
    'alert.recovered': 'Alerte revenue à la normale',
  },
  sections: {},
  settings: {
    'settings.analytics.timezone': {
      label: 'Fuseau horaire',
      hint: 'Fuseau horaire des limites de jours dans les rapports. Cherchez par ville, pays ou décalage.',
    },
    'settings.analytics.allowed_hostnames': {
      label: 'Hôtes autorisés',
      hint: 'Un par ligne ; * est un joker. Les événements d’autres hôtes sont rejetés. Laissez vide pour autoriser tous les hôtes.',
    },
    'settings.analytics.excluded_hostnames': { label: 'Hôtes exclus', hint: 'Un par ligne, par exemple staging.example.com' },
    'settings.analytics.excluded_paths': { label: 'Chemins exclus', hint: 'Un par ligne, par exemple /admin/*' },
    'settings.analytics.excluded_referrers': {
      label: 'Hôtes qui ne sont pas des sources',
      hint: 'Un par ligne, par exemple pay.example.com. Les pages de paiement et de connexion connues ne sont pas des sources.',
    },
    'settings.analytics.excluded_addresses': {
      label: 'Adresses exclues',
      hint: 'Adresses ou plages IP, une par ligne, par exemple 192.0.2.0/24',
    },
    'settings.analytics.counted_bots': {
      label: 'Robots comptés',
      options: {
        crawler: 'Robots d’indexation',
        headless: 'Navigateurs headless',
        prefetch: 'Pages préchargées',
        http_library: 'Pages vues des bibliothèques HTTP (curl, okhttp, …)',
      },
    },
    'settings.analytics.honor_privacy_signals': {
      label: 'Respecter « Do Not Track » et Global Privacy Control',
      hint: 'Les événements des navigateurs qui demandent à ne pas être suivis sont rejetés. Le traceur et le SDK le respectent toujours d’eux-mêmes.',
    },
    'settings.analytics.signed_user_ids': {
      label: 'Exiger des identifiants d’utilisateur signés',
      hint: 'Les événements identifient les utilisateurs par un jeton que votre serveur signe. Les événements avec un simple user_id sont refusés.',
    },
    'settings.analytics.retention_days': {
      label: 'Conserver les événements (jours)',
      hint: 'Les événements plus anciens sont supprimés avec leurs rapports. Laissez vide pour les conserver indéfiniment.',
    },
  },
  notifications: {
    'alert.triggered': 'Alertes',
  },
  timeline: {
    event: 'Événements',
  },
  did: {
    event: 'Événement',
  },
  imports: {
    daily_totals: 'Statistiques par jour',
    events: 'Événements des statistiques',
  },
};
