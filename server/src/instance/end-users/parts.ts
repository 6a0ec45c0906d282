import type { ProjectSettings } from '@earshot/contract/instance/projects';
import type { Html } from '../../platform/html/html.ts';
import type { Site } from '../../platform/html/site.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import type { EndUserSession } from '../projects/caller.ts';

/** A list on the account page. */
export interface AccountList {
  title: string;
  /** Rendered items, newest first. */
  items: Html[];
  /** Sentence in place of an empty list. */
  empty: string;
}

/** Part of a service for people who sign in on public pages. */
export interface EndUserParts {
  /** Lists what the person did. */
  listOwn: (db: Db, site: Site, session: EndUserSession, settings: ProjectSettings) => Promise<AccountList[]>;
  /** Gives the person what a visitor did anonymously in the same browser. Returns the number of votes. */
  takeOver?: (tx: Transaction, session: EndUserSession, visitorId: string) => Promise<number>;
}
