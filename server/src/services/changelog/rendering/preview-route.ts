import { Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/changelog/schemas';
import { Type } from 'typebox';
import { projectOf } from '../../../instance/projects/caller.ts';
import { projectQuery } from '../../../platform/api/credentials.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { renderContent } from './content.ts';

/** Route that renders Markdown for the editor. */
export function previewChangelogRoute(app: App): void {
  app.post(
    '/preview',
    operation({
      id: 'previewChangelog',
      summary: 'Render Markdown as a changelog entry',
      description: 'Renders Markdown with the same sanitizing, highlighting and language as an entry. Nothing is stored.',
      tag: 'Changelog',
      access: { by: 'session', role: 'viewer' },
      scopes: ['changelog:read'],
      query: Type.Object(projectQuery),
      body: contract.PreviewChangelog,
      returns: Ref(contract.ChangelogPreview),
    }),
    async (request) => {
      const { content, languages = [] } = request.body;
      return { content_html: await renderContent({ content, languages }, projectOf(request).settings.pages.language) };
    },
  );
}
