import { Type } from 'typebox';
import { Body, Component, Nullable, OneOf } from '../shared/common.ts';
import { INBOUND_OUTCOMES } from './values.ts';

/** Maximum size of a received mail in bytes, with its attachments. */
export const MAX_INBOUND_BYTES = 10 * 1024 * 1024;

export const ReceiveMail = Body(
  {
    raw: Type.String({
      minLength: 1,
      description: 'The whole email with its headers (RFC 5322)',
      examples: ['From: Ada <ada@example.com>\r\nTo: reply+…@example.com\r\n\r\nThanks, that works.'],
    }),
  },
  { examples: [{ raw: 'From: Ada <ada@example.com>\r\nTo: reply+…@example.com\r\n\r\nThanks, that works.' }] },
);

export const InboundMail = Component('InboundMail', {
  outcome: OneOf(INBOUND_OUTCOMES, {
    description:
      '`taken`: the reply was added. `ignored`: the email is no reply of a person, or is known. `refused`: the reply can’t be added.',
    examples: ['taken'],
  }),
  reason: Nullable(
    Type.String({
      description:
        'Why the email was not taken: `automatic`, `duplicate`, `empty`, `forged_sender`, `no_reply_address`, `no_sender`, `too_many_replies`, `unreadable`, `wrong_sender`, or an error code. Null otherwise.',
      examples: ['feedback.not_found'],
    }),
  ),
});
