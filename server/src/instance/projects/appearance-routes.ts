import { Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/projects';
import type { FieldDeclaration } from '@earshot/contract/services/feedback/fields';
import { listStatuses, type StatusSettings } from '@earshot/contract/services/feedback/statuses';
import { PALETTE } from '@earshot/contract/shared/palette';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { inkOn } from '../../platform/html/color.ts';
import { operation } from '../../platform/api/operation.ts';
import type { LanguageModel } from '../../platform/outbound/language-model.ts';
import { projectOf } from './caller.ts';

/** Widgets on many pages of a website request it once in this time. */
const MAX_AGE_S = 300;

/** Returns the display of statuses with the values of their colors. */
const toPublic = (statuses: StatusSettings) =>
  listStatuses(statuses).map(({ key, status, name, color }) => {
    const { light = null, dark = null } = color ? PALETTE[color] : {};
    return { key, status, name, color: light, color_dark: dark };
  });

/** Returns the fields that visitors fill in. */
const listPublic = (fields: FieldDeclaration[]) =>
  fields
    .filter((field) => field.public)
    .map(({ key, label, type, required = false, options = [] }) => ({ key, label, type, required, options }));

/** The public appearance of a project, for widgets. */
export const appearanceRoutes: FastifyPluginAsyncTypebox<{ languageModel: LanguageModel | undefined }> = async (
  app,
  { languageModel },
) => {
  app.get(
    '/appearance',
    operation({
      id: 'getProjectAppearance',
      summary: 'Get the appearance of a project',
      description:
        'Returns the name, colors and logo of the project, whether readers can ask questions, the initial state of the checkbox for emails in feedback forms, the names, colors and order of feedback statuses, and the public custom fields of feedback, for widgets and pages of your own. Clients may cache the response for five minutes.',
      tag: 'Projects',
      access: { by: 'key', inQuery: true },
      query: Type.Object({
        key: Type.Optional(Type.String({ maxLength: 100, description: 'API key, which saves browsers a preflight request' })),
      }),
      returns: Ref(contract.ProjectAppearance),
    }),
    async (request, reply) => {
      const { name, settings } = projectOf(request);
      const { logo_url, logo_dark_url } = settings.pages;
      void reply.header('cache-control', `public, max-age=${MAX_AGE_S}`).header('vary', 'X-Project-Key');
      const { color } = settings.mail;
      const { follow_default, statuses, fields } = settings.feedback;
      const text_color = inkOn(color);
      const logos = { logo_url, logo_dark_url };
      const feedback = { follow_default, feedback_statuses: toPublic(statuses), feedback_fields: listPublic(fields) };
      const answers = settings.knowledge_base.answers && languageModel !== undefined;
      return { name, color, text_color, ...logos, answers, ...feedback };
    },
  );
};
