import type { CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Versions of changelog entries and of documents of the knowledge base. To restore a version, save its title and content again. */
export const versions = (call: Client) => ({
  /** Versions of a changelog entry. */
  changelog: {
    /** Lists versions, newest first, without their content. */
    list: (idOrSlug: string, query?: Query<'GET /v1/changelog/{id}/versions'>, options?: CallOptions) =>
      list(call, 'GET /v1/changelog/{id}/versions', { path: { id: idOrSlug }, query }, options),
    /** Returns a version with its content. */
    get: (idOrSlug: string, versionId: string, options?: CallOptions) =>
      call('GET /v1/changelog/{id}/versions/{version_id}', { path: { id: idOrSlug, version_id: versionId } }, options),
  },
  /** Versions of a document, by the id of its index and its id or external id. */
  documents: {
    /** Lists versions, newest first, without their content. */
    list: (
      id: string,
      documentId: string,
      query?: Query<'GET /v1/indexes/{id}/documents/{document_id}/versions'>,
      options?: CallOptions,
    ) =>
      list(
        call,
        'GET /v1/indexes/{id}/documents/{document_id}/versions',
        { path: { id, document_id: documentId }, query },
        options,
      ),
    /** Returns a version with its content. */
    get: (id: string, documentId: string, versionId: string, options?: CallOptions) =>
      call(
        'GET /v1/indexes/{id}/documents/{document_id}/versions/{version_id}',
        { path: { id, document_id: documentId, version_id: versionId } },
        options,
      ),
  },
});
