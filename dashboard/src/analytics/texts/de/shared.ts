import type { analyticsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const analyticsShared: Texts<typeof english> = {
  scopes: {
    'analytics:read': 'Analytics lesen',
    'analytics:write': 'Analytics lesen, Events importieren, Ziele und Alarme ändern',
  },
  actions: {
    'shared_link.created': 'Geteilten Link erstellt',
    'shared_link.updated': 'Geteilten Link geändert',
    'shared_link.deleted': 'Geteilten Link gelöscht',
    'search_console.connected': 'Search Console verbunden',
    'search_console.updated': 'Verbindung mit der Search Console geändert',
    'search_console.disconnected': 'Search Console getrennt',
    'goal.deleted': 'Ziel gelöscht',
    'funnel.deleted': 'Funnel gelöscht',
    'alert.created': 'Alarm erstellt',
    'alert.updated': 'Alarm geändert',
    'alert.deleted': 'Alarm gelöscht',
    'segment.filters_updated': 'Filter eines Segments geändert',
    'segment.deleted': 'Segment gelöscht',
    'annotation.deleted': 'Diagrammnotiz gelöscht',
    'analytics.erased': 'Events eines Nutzers gelöscht',
    'analytics.exported': 'Events exportiert',
  },
  events: {
    'alert.triggered': 'Alarm ausgelöst',
    'alert.recovered': 'Alarm wieder normal',
  },
  sections: {},
  settings: {
    'settings.analytics.timezone': {
      label: 'Zeitzone',
      hint: 'Zeitzone für Tagesgrenzen in Berichten. Suche nach Stadt, Land oder Abweichung.',
    },
    'settings.analytics.allowed_hostnames': {
      label: 'Erlaubte Hosts',
      hint: 'Einer pro Zeile; * ist ein Platzhalter. Events anderer Hosts werden verworfen. Leer lassen, um alle Hosts zu erlauben.',
    },
    'settings.analytics.excluded_hostnames': {
      label: 'Ausgeschlossene Hosts',
      hint: 'Einer pro Zeile, zum Beispiel staging.example.com',
    },
    'settings.analytics.excluded_paths': { label: 'Ausgeschlossene Pfade', hint: 'Einer pro Zeile, zum Beispiel /admin/*' },
    'settings.analytics.excluded_referrers': {
      label: 'Hosts, die keine Quellen sind',
      hint: 'Einer pro Zeile, zum Beispiel pay.example.com. Bekannte Bezahl- und Anmeldeseiten sind keine Quellen.',
    },
    'settings.analytics.excluded_addresses': {
      label: 'Ausgeschlossene Adressen',
      hint: 'IP-Adressen oder -Bereiche, einer pro Zeile, zum Beispiel 192.0.2.0/24',
    },
    'settings.analytics.counted_bots': {
      label: 'Gezählte Bots',
      options: {
        crawler: 'Crawler',
        headless: 'Headless-Browser',
        prefetch: 'Vorab geladene Seiten',
        http_library: 'Seitenaufrufe von HTTP-Bibliotheken (curl, okhttp, …)',
      },
    },
    'settings.analytics.honor_privacy_signals': {
      label: '„Do Not Track“ und Global Privacy Control beachten',
      hint: 'Events von Browsern, die nicht verfolgt werden möchten, werden verworfen. Tracker und SDK beachten dies immer selbst.',
    },
    'settings.analytics.signed_user_ids': {
      label: 'Signierte Nutzer-IDs verlangen',
      hint: 'Events identifizieren Nutzer durch ein Token, das dein Server signiert. Events mit einer einfachen user_id werden abgelehnt.',
    },
    'settings.analytics.retention_days': {
      label: 'Analytics-Events aufbewahren (Tage)',
      hint: 'Ältere Events werden mit ihren Berichten gelöscht. Leer lassen, um Events für immer zu behalten.',
    },
  },
  notifications: {
    'alert.triggered': 'Alarme',
  },
  timeline: {
    event: 'Events',
  },
  did: {
    event: 'Event',
  },
  imports: {
    daily_totals: 'Analytics nach Tag',
    events: 'Analytics-Events',
  },
};
