import { Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/auth';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { userOf } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { PERMANENT_CACHE } from '../../platform/api/headers.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { formatId, parseId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { keepLanguage } from '../../platform/i18n/account-language.ts';
import { changeProfile } from './profiles.ts';
import { findAvatar } from './store.ts';

interface Deps {
  db: Db;
  publicUrl: () => string;
}

const tag = 'Identity';
const params = Type.Object({ name: Type.String({ examples: ['ava_01kaga0zrefb8tqs3yh4kx9m2d'] }) });

/** Name, avatar and language of users. */
export const profileRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  updateProfileRoute(app, deps);
  getAvatarRoute(app, deps);
};

function updateProfileRoute(app: App, { db, publicUrl }: Deps): void {
  app.patch(
    '/profile',
    operation({
      id: 'updateProfile',
      summary: 'Update your profile',
      description:
        'Sets the name and the avatar that others see next to your comments and changes, also next to earlier ones. Answers of the team show both on public pages. Sign-ins keep a name or avatar that was set here instead of the one at the identity provider. `language` is the language of the dashboard, of notifications and of emails for you alone.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      body: contract.UpdateProfile,
      returns: Ref(contract.Profile),
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const user = await changeProfile(db, userOf(request).id, {
        ...request.body,
        avatarUrlOf: (id) => `${publicUrl()}/v1/auth/avatars/${formatId('ava', id)}`,
      });
      if (request.body.language !== undefined)
        keepLanguage(request, reply, { language: user.language, secure: publicUrl().startsWith('https:') });
      return { ...user, id: formatId('usr', user.id) };
    },
  );
}

function getAvatarRoute(app: App, { db }: Deps): void {
  app.get(
    '/avatars/:name',
    operation({
      id: 'getAvatar',
      summary: 'Get an avatar',
      description:
        'Returns the image of an `avatar_url`. URLs are public and never change, so they are cached for a year. A replaced or deleted avatar is not found, but may remain in caches.',
      tag,
      access: { by: 'none' },
      params,
      returns: Type.Unsafe<never>({ type: 'string', format: 'binary' }),
      produces: 'image/*',
      errors: ['uploads.not_found'],
    }),
    async (request, reply) => {
      const id = parseId('ava', request.params.name);
      const avatar = id && (await findAvatar(db, id));
      if (!avatar) throw new HttpError('uploads.not_found');
      reply
        .header('cache-control', PERMANENT_CACHE)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin');
      return reply.type(avatar.content_type).send(avatar.image);
    },
  );
}
