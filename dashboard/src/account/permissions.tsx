import type { Scope } from '@earshot/sdk';
import { account as texts } from '#texts/account';

/** Scopes that limit a token. */
export const SCOPES = Object.keys(texts.scopes) as (keyof typeof texts.scopes)[];

/** Scopes and projects of a token. */
export const Permissions = ({ scopes, projectIds }: { scopes: Scope[]; projectIds: string[] | null }) => (
  <>
    {scopes.includes('admin') ? texts.allPermissions : <code>{scopes.join(', ')}</code>}
    {projectIds && <p className="soft">{texts.projectCount(projectIds.length)}</p>}
  </>
);
