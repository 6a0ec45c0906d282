import { BrandingPreview } from '@earshot/contract/instance/branding';
import { Id, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/projects';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type Access, entryIdOf } from '../../platform/api/credentials.ts';
import { operation } from '../../platform/api/operation.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { previewBranding } from './branding.ts';
import { getProject } from './projects.ts';

interface Deps {
  db: Db;
  admin: Access;
  publicUrl: () => string;
}

/** Preview of the look of public pages and mails. */
export const brandingRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, admin, publicUrl }) => {
  app.post(
    '/:id/branding/preview',
    operation({
      id: 'previewBranding',
      summary: 'Preview the branding',
      description:
        'Renders samples of a public page and of an email with changed settings, and computes the contrast of the color. Nothing is saved or sent. Omitted settings have their saved values.',
      tag: 'Projects',
      access: admin,
      scopes: ['projects:read'],
      params: Type.Object({ id: Id('prj') }),
      body: contract.PreviewBranding,
      returns: Ref(BrandingPreview),
    }),
    async (request) => previewBranding(await getProject(db, entryIdOf(request)), request.body.settings, publicUrl()),
  );
};
