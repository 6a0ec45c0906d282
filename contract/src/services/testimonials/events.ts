import { declareEvents, eventData } from '../../shared/events.ts';
import { Testimonial } from './schemas.ts';

const data = eventData(Testimonial, [
  'author_name',
  'author_email',
  'author_title',
  'author_company',
  'author_avatar_url',
  'consent',
]);

export const events = declareEvents('TestimonialEvent', data, {
  'testimonial.submitted': {
    when: 'A testimonial was submitted',
    payload:
      '`data` is the testimonial with the status `pending`, which is not public. `image_url` and `source_url` are unverified user input.',
  },
  'testimonial.approved': {
    when: 'A testimonial was approved',
    payload: '`data` is the testimonial, which is public now; `changes` has the previous status.',
    example: { status: 'approved' },
    changes: [{ field: 'status', old: 'pending', new: 'approved' }],
  },
  'testimonial.rejected': {
    when: 'A testimonial was rejected',
    payload: '`data` is the testimonial, which is no longer public; `changes` has the previous status.',
    example: { status: 'rejected' },
    changes: [{ field: 'status', old: 'pending', new: 'rejected' }],
  },
});
