/** Texts in places that all services share. */
export const analyticsShared = {
  scopes: {
    'analytics:read': 'Read analytics',
    'analytics:write': 'Read analytics, import events and change goals and alerts',
  },
  actions: {
    'shared_link.created': 'Created a shared link',
    'shared_link.updated': 'Changed a shared link',
    'shared_link.deleted': 'Deleted a shared link',
    'search_console.connected': 'Connected Search Console',
    'search_console.updated': 'Changed the connection with Search Console',
    'search_console.disconnected': 'Disconnected Search Console',
    'goal.deleted': 'Deleted a goal',
    'funnel.deleted': 'Deleted a funnel',
    'alert.created': 'Created an alert',
    'alert.updated': 'Changed an alert',
    'alert.deleted': 'Deleted an alert',
    'segment.filters_updated': 'Changed the filters of a segment',
    'segment.deleted': 'Deleted a segment',
    'annotation.deleted': 'Deleted a chart note',
    'analytics.erased': 'Deleted the events of a user',
    'analytics.exported': 'Exported events',
  },
  events: {
    'alert.triggered': 'Alert triggered',
    'alert.recovered': 'Alert recovered',
  },
  sections: {},
  settings: {
    'settings.analytics.timezone': {
      label: 'Time zone',
      hint: 'Time zone for day boundaries in reports. Search by city, country or offset.',
    },
    'settings.analytics.allowed_hostnames': {
      label: 'Allowed hosts',
      hint: 'One per line; * is a wildcard. Events from other hosts are dropped. Leave empty to allow all hosts.',
    },
    'settings.analytics.excluded_hostnames': { label: 'Excluded hosts', hint: 'One per line, such as staging.example.com' },
    'settings.analytics.excluded_paths': { label: 'Excluded paths', hint: 'One per line, such as /admin/*' },
    'settings.analytics.excluded_referrers': {
      label: 'Hosts that are no sources',
      hint: 'One per line, such as pay.example.com. Known payment and sign-in pages are no sources.',
    },
    'settings.analytics.excluded_addresses': {
      label: 'Excluded addresses',
      hint: 'IP addresses or ranges, one per line, such as 192.0.2.0/24',
    },
    'settings.analytics.counted_bots': {
      label: 'Counted bots',
      options: {
        crawler: 'Crawlers',
        headless: 'Headless browsers',
        prefetch: 'Prefetched pages',
        http_library: 'Page views from HTTP libraries (curl, okhttp, …)',
      },
    },
    'settings.analytics.honor_privacy_signals': {
      label: 'Honor “Do Not Track” and Global Privacy Control',
      hint: 'Events of browsers that ask not to be tracked are dropped. The tracker and the SDK always honor this themselves.',
    },
    'settings.analytics.signed_user_ids': {
      label: 'Require signed user ids',
      hint: 'Events identify users by a token that your server signs. Events with a plain user_id are rejected.',
    },
    'settings.analytics.retention_days': {
      label: 'Keep analytics events (days)',
      hint: 'Older events are deleted together with their reports. Leave empty to keep events forever.',
    },
  },
  notifications: {
    'alert.triggered': 'Alerts',
  },
  timeline: {
    event: 'Events',
  },
  did: {
    event: 'Event',
  },
  imports: {
    daily_totals: 'Analytics by day',
    events: 'Events of analytics',
  },
};
