/** The nature of a service that sends visitors. */
export type Kind = 'search' | 'social' | 'video' | 'shopping' | 'ai' | 'mail';

/**
 * How visitors of a service are recognized. Each field is a list, separated by spaces.
 *
 * In `hosts`, `example.com` is that host, with or without `www.`; `*.example.com` is that host and all below it; `example.{}` is that
 * host with each of `endings`.
 */
export interface Marks {
  hosts: string;
  endings?: string;
  /** Ids of Android apps, which name themselves as `android-app://<id>`. */
  apps?: string;
  /** Values of `utm_source`, in addition to the name and the hosts: in lower case, without spaces and punctuation. */
  tags?: string;
}

/** Services of one kind, by name. */
export type Services = Record<string, Marks>;
