import type { FastifyRequest } from 'fastify';
import { HttpError, invalidField } from './errors.ts';

/** Returns the single file of a multipart body, the field `file`. `maximum` names the limit. @throws {HttpError} 400, 413 or 415 */
export async function readSingleFile(request: FastifyRequest, maximum: string): Promise<Buffer> {
  if (!request.isMultipart())
    throw new HttpError('request.unsupported_media_type', { message: 'Content-Type must be multipart/form-data' });
  try {
    let bytes: Buffer | undefined;
    for await (const part of request.parts()) {
      if (part.fieldname !== 'file')
        throw invalidField(part.fieldname || '', 'unknown', `${part.fieldname || 'A part without a name'} is not a known field`);
      if (part.type !== 'file') throw invalidField('file', 'type', 'file must be a file');
      if (bytes) throw invalidField('file', 'too_many', 'file must be a single file');
      bytes = await part.toBuffer();
    }
    if (!bytes) throw invalidField('file', 'required', 'file is required');
    return bytes;
  } catch (error) {
    const { code } = error as { code?: string };
    if (error instanceof HttpError) throw error;
    if (code === 'FST_REQ_FILE_TOO_LARGE')
      throw new HttpError('request.body_too_large', { message: `file must be at most ${maximum}` });
    throw new HttpError('request.invalid_multipart');
  }
}
