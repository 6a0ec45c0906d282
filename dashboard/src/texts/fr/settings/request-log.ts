import type { requestLog as english } from '../../en/settings/request-log.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const formatDuration = (ms: number) => `${formatNumber(ms < 10 ? ms : Math.round(ms))}\u00A0ms`;

export const requestLog: Texts<typeof english> = {
  title: 'Journal des requêtes',
  hint: 'Requêtes d’API vers ce projet au cours des sept derniers jours, sans leur contenu ni les adresses IP. Des requêtes similaires d’une même minute peuvent être regroupées.',
  forMembers: 'Les lecteurs ne peuvent pas lire le journal des requêtes.',
  none: 'Aucune requête',
  time: 'Heure',
  request: 'Requête',
  status: 'Statut',
  statuses: {
    '2xx': 'Succès (2xx)',
    '3xx': 'Redirection (3xx)',
    '4xx': 'Erreur du client (4xx)',
    '5xx': 'Erreur du serveur (5xx)',
  },
  method: 'Méthode',
  duration: 'Durée',
  milliseconds: formatDuration,
  average: (ms) => `${formatDuration(ms)} en moyenne`,
  credential: 'Identifiant d’accès',
  credentials: {
    api_key: 'Clé d’API',
    personal_token: 'Jeton d’accès personnel',
    service_account: 'Compte de service',
    connected_app: 'Application connectée',
    session: 'Session',
    shared_link: 'Lien partagé',
  },
  noCredential: 'Aucun',
  caller: 'Appelant',
  programs: 'Clés et jetons',
  dashboard: 'Tableau de bord et ligne de commande',
  everyone: 'Tous les appelants',
  search: 'Rechercher des chemins et identifiants de requête',
  open: (request) => `Détails de ${request}`,
  code: 'Code d’erreur',
  id: 'Identifiant de requête',
  requests: 'Requêtes',
  notFound: 'Cette requête n’est plus dans le journal.',
  combined: (count) => plural(count, { one: '# requête', other: '# requêtes' }),
};
