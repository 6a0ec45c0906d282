import { SlugParams } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/changelog/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type App, operation } from '../../platform/api/operation.ts';
import { publicList } from '../../platform/api/public-read.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import { renderAtom, renderJsonFeed } from './feeds.ts';
import { EVERYONE } from '../../instance/end-users/readers.ts';
import { listEntries, visibleTo } from './store.ts';

interface Options {
  publicUrl: () => string;
}

const MAX_FEED_ENTRIES = 50;

export const feedRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  feedRoute(app, options, {
    id: 'getChangelogAtom',
    format: 'atom',
    name: 'Atom 1.0',
    type: 'application/atom+xml',
    render: renderAtom,
  });
  feedRoute(app, options, {
    id: 'getChangelogJsonFeed',
    format: 'json',
    name: 'JSON Feed 1.1',
    type: 'application/feed+json',
    render: renderJsonFeed,
  });
};

interface Feed {
  id: string;
  format: 'atom' | 'json';
  name: string;
  type: string;
  render: typeof renderAtom | typeof renderJsonFeed;
}

function feedRoute(app: App, { publicUrl }: Options, { id, format, name, type, render }: Feed): void {
  app.get(
    `/by-project/:slug/feed.${format}`,
    operation({
      id,
      summary: `Get the changelog feed as ${name}`,
      description: `Returns the newest ${MAX_FEED_ENTRIES} published entries with their content as HTML, for feed readers. Entries for languages are in the feed of their \`language\`, those for pages in none. Responses have an \`ETag\`, so that readers load changes only.`,
      tag: 'Changelog',
      access: { by: 'slug' },
      params: SlugParams,
      query: Type.Object({ language: contract.ListChangelogQuery.properties.language }),
      returns: Type.String(),
      produces: type,
      etag: true,
    }),
    (request, reply) => {
      const project = projectOf(request);
      const { language } = request.query;
      const read = async (db: Db) => {
        const { rows: entries } = await listEntries(db, project.id, visibleTo(EVERYONE, { languages: [language] }), {
          limit: MAX_FEED_ENTRIES,
          offset: 0,
        });
        return await render(project, { publicUrl: publicUrl(), language, entries });
      };
      return publicList(
        request,
        reply,
        { variant: `changelog feed ${project.id}`, type: `${type}; charset=utf-8` },
        read,
      ) as never;
    },
  );
}
