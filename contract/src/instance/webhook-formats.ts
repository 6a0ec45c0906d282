/** Formats of the requests that webhooks send: signed JSON events, or messages for a chat service. */
export const WEBHOOK_FORMATS = [
  'standard',
  'slack',
  'discord',
  'teams',
  'mattermost',
  'google_chat',
  'ntfy',
  'telegram',
] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

const SERVICES: { format: WebhookFormat; host?: RegExp; path: RegExp }[] = [
  { format: 'slack', host: /^hooks\.slack(-gov)?\.com$/, path: /^\/services\// },
  // Discord accepts messages of Slack at this path.
  { format: 'slack', host: /^((canary|ptb)\.)?discord(app)?\.com$/, path: /^\/api\/(v\d+\/)?webhooks\/[^/]+\/[^/]+\/slack\/?$/ },
  { format: 'discord', host: /^((canary|ptb)\.)?discord(app)?\.com$/, path: /^\/api\/(v\d+\/)?webhooks\// },
  { format: 'teams', host: /\.(logic\.azure|api\.powerplatform)\.com$/, path: /\/workflows\// },
  { format: 'teams', host: /(^|\.)webhook\.office\.com$/, path: /^\/webhook/ },
  { format: 'google_chat', host: /^chat\.googleapis\.com$/, path: /^\/v1\/spaces\/[^/]+\/messages$/ },
  { format: 'telegram', host: /^api\.telegram\.org$/, path: /^\/bot[^/]+\/sendMessage$/i },
  { format: 'ntfy', host: /^ntfy\.sh$/, path: /^\/[\w-]+$/ },
  // Mattermost runs on hosts of its own; its ids have 26 characters.
  { format: 'mattermost', path: /\/hooks\/[a-z0-9]{26}$/ },
];

/** Returns the format of the service that a URL belongs to; `standard` for other URLs. */
export function detectFormat(url: string): WebhookFormat {
  const { hostname, pathname } = URL.parse(url) ?? { hostname: '', pathname: '' };
  return SERVICES.find(({ host, path }) => (host?.test(hostname) ?? true) && path.test(pathname))?.format ?? 'standard';
}
