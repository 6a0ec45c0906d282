import { HttpError } from '../../../platform/api/errors.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import type { Testimonial } from '../store.ts';
import type { Submit } from '../testimonials.ts';
import { closeRequest, type Request } from './store.ts';

/** Stores the testimonial that answers an open request. @throws {HttpError} 404 if it was closed in between */
export async function answer(db: Db, submit: Submit, request: Request, testimonial: Testimonial): Promise<void> {
  await transact(db, async (tx) => {
    await submit(tx, testimonial);
    const isClosed = await closeRequest(tx, request.project_id, request.id, {
      status: 'answered',
      testimonialId: testimonial.id,
    });
    if (!isClosed) throw new HttpError('testimonials.request_not_found');
  });
}
