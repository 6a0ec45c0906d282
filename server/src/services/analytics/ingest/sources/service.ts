/** Kind of a service that sends visitors. */
export type Kind = 'search' | 'social' | 'video' | 'shopping' | 'ai' | 'mail';

/**
 * Identifiers of a service. Each field is a list, separated by spaces.
 *
 * In `hosts`, `example.com` matches the host with or without `www.`; `*.example.com` also matches all subdomains; `example.{}` matches
 * the host with each of `endings`.
 */
export interface Marks {
  hosts: string;
  endings?: string;
  /** Ids of Android apps, whose referrers are `android-app://<id>`. */
  apps?: string;
  /** Values of `utm_source` in addition to the name and the hosts; in lower case, without spaces and punctuation. */
  tags?: string;
}

/** Services of one kind, by name. */
export type Services = Record<string, Marks>;
