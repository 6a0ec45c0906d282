import type { requestLog as english } from '../../en/settings/request-log.ts';
import { formatNumber } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const formatDuration = (ms: number) => `${formatNumber(ms < 10 ? ms : Math.round(ms))}\u00A0ms`;

export const requestLog: Texts<typeof english> = {
  title: 'Anfrageprotokoll',
  hint: 'API-Anfragen an dieses Projekt in den letzten sieben Tagen, ohne Inhalte und IP-Adressen. Ähnliche Anfragen innerhalb einer Minute können zusammengefasst sein.',
  forMembers: 'Betrachter können das Anfrageprotokoll nicht lesen.',
  none: 'Keine Anfragen',
  time: 'Zeit',
  request: 'Anfrage',
  status: 'Status',
  statuses: { '2xx': 'Erfolg (2xx)', '3xx': 'Umleitung (3xx)', '4xx': 'Clientfehler (4xx)', '5xx': 'Serverfehler (5xx)' },
  method: 'Methode',
  duration: 'Dauer',
  milliseconds: formatDuration,
  average: (ms) => `${formatDuration(ms)} im Durchschnitt`,
  credential: 'Zugangsdaten',
  credentials: {
    api_key: 'API-Schlüssel',
    personal_token: 'Persönliches Zugriffstoken',
    service_account: 'Dienstkonto',
    connected_app: 'Verbundene App',
    session: 'Sitzung',
    shared_link: 'Geteilter Link',
  },
  noCredential: 'Keine',
  caller: 'Aufrufer',
  programs: 'Schlüssel und Tokens',
  dashboard: 'Dashboard und Kommandozeile',
  everyone: 'Alle Aufrufer',
  search: 'Pfade und Anfrage-IDs suchen',
  open: (request) => `Details von ${request}`,
  code: 'Fehlercode',
  id: 'Anfrage-ID',
  requests: 'Anfragen',
  notFound: 'Diese Anfrage ist nicht mehr im Protokoll.',
  combined: (count) => `${formatNumber(count)} Anfragen`,
};
