import { Id } from '@earshot/contract/shared/common';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { toVariant } from '../../instance/end-users/readers.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import { buildSiteUrl } from '../../instance/projects/site.ts';
import { callerOf, type EntryKind, entryIdOf } from '../../platform/api/credentials.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { publicList } from '../../platform/api/public-read.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { parseIndexKey } from './document-path.ts';
import { listExcerpts } from './documents/documents-store.ts';
import { getIndex } from './indexes.ts';
import { renderLlmsText } from './projections.ts';
import { findReader } from './searchers.ts';

/** Documents in llms.txt. */
const MAX_LISTED = 10_000;

interface Options {
  deps: { db: Db };
  indexKind: EntryKind;
  publicUrl: () => string;
}

/** Adds the list of documents that AI agents read. */
export function listForAgentsRoute(app: App, { deps: { db }, indexKind, publicUrl }: Options): void {
  app.get(
    '/:id/llms.txt',
    operation({
      id: 'listForAgents',
      summary: 'Get the documents of an index as llms.txt',
      description:
        'Returns a Markdown list of up to 10,000 published documents that the caller may read, with title, URL and excerpt, in the format of llmstxt.org, which AI agents read.',
      tag: 'Knowledge base',
      access: { by: 'either', role: 'viewer', entry: indexKind },
      scopes: ['knowledge_base:read'],
      params: Type.Object({ id: Id('idx') }),
      returns: Type.String(),
      produces: 'text/markdown',
      etag: true,
    }),
    async (request, reply) => {
      const { by, project } = callerOf(request);
      const reader = await findReader(db, request);
      const variant = `knowledge base ${by} ${project.id}${toVariant(reader)}`;
      return await publicList(request, reply, { variant, type: 'text/markdown; charset=utf-8' }, async (source) =>
        renderLlmsText(
          await getIndex(source, project.id, entryIdOf(request), reader),
          await listExcerpts(source, parseIndexKey(request), { reader, limit: MAX_LISTED }),
          findPagesUrl(request, publicUrl()),
        ),
      );
    },
  );
}

/** Returns the URL of the public pages of the project, or undefined when they have no articles. */
export function findPagesUrl(request: FastifyRequest, publicUrl: string): string | undefined {
  const project = projectOf(request);
  return project.settings.pages.sections.includes('help') ? buildSiteUrl(project, publicUrl) : undefined;
}
