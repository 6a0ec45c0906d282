import { Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/changelog/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type EntryKind, entryIdOf } from '../../../platform/api/credentials.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { ReactionCounts } from './reactions-store.ts';
import { react, view } from './reactions.ts';

interface Options {
  db: Db;
  linkSecret: Buffer;
  entryKind: EntryKind;
  /** Returns the reactions to an entry. */
  count: (request: FastifyRequest, entryId: string) => Promise<ReactionCounts>;
}

const WHO =
  'The reader is the user of `X-User-Token`, the person who is signed in on the public pages, or the visitor of `X-Visitor-Id`.';

/** Reactions and views of readers. */
export const reactionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  reactRoute(app, options);
  removeReactionRoute(app, options);
  viewRoute(app, options);
};

function reactRoute(app: App, { count, entryKind, ...deps }: Options): void {
  app.put(
    '/:id/reaction',
    operation({
      id: 'reactToChangelogEntry',
      summary: 'React to a changelog entry',
      description: `Sets the reaction of the reader, who has one for each entry. ${WHO} Visitors of one network (/24 for IPv4, /64 for IPv6) share 5 new reactions to an entry and day (UTC). Returns the reactions of all readers.`,
      tag: 'Changelog',
      access: { by: 'key', role: 'viewer', entry: entryKind },
      headers: contract.ReactionHeaders,
      params: contract.EntryParams,
      body: contract.React,
      returns: Ref(contract.ChangelogReactions),
      errors: ['changelog.reactions_off', 'changelog.too_many_reactions'],
    }),
    async (request) => {
      const id = entryIdOf(request);
      await react(deps, request, id, request.body.reaction);
      return { reactions: await count(request, id), viewer_reaction: request.body.reaction };
    },
  );
}

function removeReactionRoute(app: App, { count, entryKind, ...deps }: Options): void {
  app.delete(
    '/:id/reaction',
    operation({
      id: 'removeChangelogReaction',
      summary: 'Remove a reaction to a changelog entry',
      description: `Removes the reaction of the reader. ${WHO} Removing it again has no effect.`,
      tag: 'Changelog',
      access: { by: 'key', role: 'viewer', entry: entryKind },
      headers: contract.ReactionHeaders,
      params: contract.EntryParams,
      returns: Ref(contract.ChangelogReactions),
      errors: ['validation'],
    }),
    async (request) => {
      const id = entryIdOf(request);
      await react(deps, request, id, null);
      return { reactions: await count(request, id), viewer_reaction: null };
    },
  );
}

function viewRoute(app: App, deps: Options): void {
  app.post(
    '/views',
    operation({
      id: 'viewChangelogEntries',
      summary: 'Record views of changelog entries',
      description:
        'Counts that a reader sees published entries. Pages and widgets of Earshot send it. Each reader counts once an entry and day (UTC): network and browser tell readers apart, in a hash that is deleted after the day. Unknown entries are ignored.',
      tag: 'Changelog',
      access: { by: 'key' },
      headers: contract.ReaderHeaders,
      body: contract.ViewChangelog,
      returns: Ref(Ok),
    }),
    async (request) => {
      await view(
        deps,
        request,
        request.body.ids.flatMap((id) => parseId('cl', id) ?? []),
      );
      return { ok: true };
    },
  );
}
