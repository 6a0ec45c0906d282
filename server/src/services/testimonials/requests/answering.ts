import { HttpError, invalidField } from '../../../platform/api/errors.ts';
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

/** Returns answers with the questions of a request, without skipped questions. @throws {HttpError} 400 for more answers than questions */
export function pairAnswers(
  { questions }: Pick<Request, 'questions'>,
  answers: string[] = [],
): NonNullable<Testimonial['answers']> {
  if (answers.length > questions.length)
    throw invalidField('answers', 'too_large', `answers must not have more items than the ${questions.length} questions`);
  return answers.flatMap((text, index) => {
    const given = text.trim();
    return given ? { question: questions[index] ?? '', answer: given } : [];
  });
}
