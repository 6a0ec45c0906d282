import * as contract from '@earshot/contract/services/changelog/schemas';
import { Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { buildArticle } from '../../instance/mail/article.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import { buildSite, renderSitePage } from '../../instance/projects/site.ts';
import { type EntryKind, entryIdOf, projectQuery } from '../../platform/api/credentials.ts';
import { operation } from '../../platform/api/operation.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { getEntry } from './changelog.ts';
import { withCover } from './cover.ts';
import { buildUrl } from './links.ts';
import { renderEntryMail } from './mails.ts';
import { renderEntryPage } from './pages.ts';
import { TEAM } from '../../instance/end-users/readers.ts';

interface Options {
  db: Db;
  publicUrl: () => string;
  entryKind: EntryKind;
}

/** Page and mail of an entry before its publication. */
export const previewRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, publicUrl, entryKind }) => {
  app.get(
    '/:id/preview',
    operation({
      id: 'previewChangelogEntry',
      summary: 'Preview the page and the email of a changelog entry',
      description:
        'Renders the saved entry as its public page and as the email to subscribers, as if it were published now. Nothing is published or sent, and the links of the email do not work.',
      tag: 'Changelog',
      access: { by: 'session', role: 'viewer', entry: entryKind },
      scopes: ['changelog:read'],
      params: contract.EntryParams,
      query: Type.Object(projectQuery),
      returns: Ref(contract.ChangelogEntryPreview),
    }),
    async (request) => {
      const project = projectOf(request);
      const found = await getEntry(db, project.id, { id: entryIdOf(request) }, TEAM);
      const entry = { ...found, published_at: found.published_at ?? found.scheduled_at ?? new Date() };
      const { site } = buildSite(request, publicUrl());
      const url = buildUrl(project, publicUrl(), entry);
      const address = renderEntryMail(project, {
        entry,
        article: await buildArticle(withCover(entry), url),
        url,
        cause: 'preview',
      });
      const mail = address('ada@example.com', site.url);
      return {
        page: await renderSitePage(site, {
          title: entry.title,
          description: '',
          path: `/changelog/${entry.slug}`,
          isUnlisted: true,
          content: renderEntryPage(site, entry, request),
        }),
        mail: { subject: mail.subject, text: mail.text_body, html: mail.html_body },
      };
    },
  );
};
