import { Ok, Ref } from '@earshot/contract/shared/common';
import { Testimonial } from '@earshot/contract/services/testimonials/schemas';
import {
  AnswerOwnTestimonialRequest,
  OwnTestimonialRequest,
  SignedUserHeaders,
} from '@earshot/contract/services/testimonials/requests';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { verifyUserToken } from '../../../instance/end-users/proven-identity.ts';
import { callerOf } from '../../../platform/api/credentials.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { operation } from '../../../platform/api/operation.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { formatId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { testimonialForPublic } from '../projections.ts';
import { draftTestimonial, type Submit } from '../testimonials.ts';
import { answer, pairAnswers } from './answering.ts';
import { closeRequest, findOwnRequest, type Request } from './store.ts';
import { type FindReleaseTitles, nameReleases } from './subjects.ts';

const tag = 'Testimonials';

interface Options {
  db: Db;
  submit: Submit;
  findReleaseTitles: FindReleaseTitles;
}

/** Requests that the widget shows to signed users. */
export const ownRequestRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, submit, findReleaseTitles }) => {
  app.get(
    '/requests/own',
    operation({
      id: 'getOwnTestimonialRequest',
      summary: 'Get the request to the signed user',
      description:
        'Returns the open request for a testimonial to the user of `X-User-Token`, by a rule with the channel `widget`. The widget with the attribute `when-asked` shows its form only with such a request.',
      tag,
      access: { by: 'key' },
      headers: SignedUserHeaders,
      returns: Ref(OwnTestimonialRequest),
    }),
    async (request) => {
      const found = await findOwn(db, request);
      if (!found) return { request: null };
      const { id, message, questions } = found;
      const [{ subject } = found] = await nameReleases({ db, findReleaseTitles }, found.project_id, [found]);
      return { request: { id: formatId('trq', id), subject, message, questions } };
    },
  );

  app.post(
    '/requests/own',
    operation({
      id: 'answerOwnTestimonialRequest',
      summary: 'Answer the request to the signed user',
      description:
        'Creates a testimonial with the status `pending` of the user of `X-User-Token`, and closes the open request of `GET /v1/testimonials/requests/own`.',
      tag,
      access: { by: 'key' },
      headers: SignedUserHeaders,
      body: AnswerOwnTestimonialRequest,
      returns: Ref(Testimonial),
      status: 201,
      errors: ['testimonials.request_not_found'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (handle) => {
        const asked = await getOwn(handle, request);
        const draft = draftTestimonial(asked.project_id, {
          ...request.body,
          answers: pairAnswers(asked, request.body.answers),
          author_email: asked.email ?? undefined,
        });
        await answer(handle, submit, asked, draft);
        return testimonialForPublic(draft);
      }),
  );

  app.delete(
    '/requests/own',
    operation({
      id: 'declineOwnTestimonialRequest',
      summary: 'Decline the request to the signed user',
      description: 'Declines the open request of `GET /v1/testimonials/requests/own`. The user is not asked again.',
      tag,
      access: { by: 'key' },
      headers: SignedUserHeaders,
      returns: Ref(Ok),
      errors: ['testimonials.request_not_found'],
    }),
    async (request) => {
      const { project_id: projectId, id } = await getOwn(db, request);
      if (!(await closeRequest(db, projectId, id, { status: 'declined' }))) throw new HttpError('testimonials.request_not_found');
      return { ok: true };
    },
  );
};

/** Returns the open request to the user of a request. @throws {HttpError} 401 */
async function findOwn(db: Db, request: FastifyRequest): Promise<Request | undefined> {
  const projectId = callerOf(request).project.id;
  const token = request.headers['x-user-token'] as string;
  return await findOwnRequest(db, projectId, (await verifyUserToken(db, request, { projectId, token })).id);
}

/** @throws {HttpError} 401, 404 without an open request */
async function getOwn(db: Db, request: FastifyRequest): Promise<Request> {
  const found = await findOwn(db, request);
  if (!found) throw new HttpError('testimonials.request_not_found');
  return found;
}
