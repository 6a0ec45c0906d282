import { InboundMail, MAX_INBOUND_BYTES, ReceiveMail } from '@earshot/contract/instance/inbound-mail';
import { Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerToken } from '../../../platform/api/authorization.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { operation } from '../../../platform/api/operation.ts';
import type { InboundMail as Inbound } from './inbound.ts';

const MESSAGE = 'message/rfc822';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Receives mails from a mail provider or a mail server. */
export const inboundMailRoutes: FastifyPluginAsyncTypebox<{ inboundMail: Inbound; secret: string | undefined }> = async (
  app,
  { inboundMail, secret },
) => {
  // Before the body is read, which can be large.
  app.addHook('onRequest', async (request) => {
    if (secret === undefined) throw new HttpError('mails.inbound_disabled');
    if (!timingSafeEqual(digest(bearerToken(request) ?? ''), digest(secret))) throw new HttpError('mails.inbound_secret_invalid');
  });
  // Mails have any encoding, also several of them. Each character is a byte.
  app.addContentTypeParser(MESSAGE, { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
    done(null, { raw: body.toString('latin1') }),
  );

  app.post(
    '/v1/mail/inbound',
    {
      bodyLimit: MAX_INBOUND_BYTES,
      ...operation({
        id: 'receiveMail',
        summary: 'Receive an email',
        description:
          'For mail providers and mail servers that pass on replies to the emails of this instance: the whole email as `message/rfc822`, or as `raw` in JSON, of at most 10 MiB. Replies become comments, attachments are ignored. An email that is not taken is answered with 200 as well, because a repetition would not change it. Each email is taken once, so that a request can be repeated.',
        tag: 'Service',
        access: { by: 'none', credential: '`EARSHOT_MAIL_IN_SECRET` of the instance as a bearer token' },
        body: ReceiveMail,
        returns: Ref(InboundMail),
        errors: ['mails.inbound_disabled', 'mails.inbound_secret_invalid'],
        consumes: ['application/json', MESSAGE],
      }),
    },
    async (request) => {
      const isMessage = request.headers['content-type']?.toLowerCase().startsWith(MESSAGE);
      return await inboundMail.take(Buffer.from(request.body.raw, isMessage ? 'latin1' : 'utf8'));
    },
  );
};
