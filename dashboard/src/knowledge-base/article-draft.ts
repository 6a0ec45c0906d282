import type { Body, KnowledgeDocument, KnowledgeDocumentWithContent } from '@earshot/sdk';
import { knowledgeBase as texts } from './texts/en/knowledge-base.ts';
import { useRef } from 'react';
import { refresh, useClient } from '../api.ts';
import { PATIENT } from '../session/retry-delays.ts';
import { useAutosave, useCreation } from '../editor/autosave.ts';
import { dropDraft } from '../session/drafts.ts';

export interface Fields {
  title: string;
  content: string;
}

export const buildDraftKey = (indexId: string, id: string, title = '') => `${indexId}.${id}${title && `.${title}`}`;

/** Returns the text that members edit: the pending changes of a published article, if there are any. */
export const toFields = ({
  title,
  content,
  content_type: type,
  pending_changes: pending,
}: KnowledgeDocumentWithContent): Fields => {
  const fields = { title: pending?.title ?? title, content: pending?.content ?? content };
  return type === 'markdown' ? { ...fields, content: withoutTitle(fields) } : fields;
};

/** Returns the content of an article without a first heading that repeats the title, which has a field of its own. */
function withoutTitle({ title, content }: Fields): string {
  const [heading, text] = /^\s*#[ \t]+([^\n]*?)[ \t]*#*[ \t]*(?:\n\s*|$)/.exec(content) ?? [];
  return heading !== undefined && text === title ? content.slice(heading.length) : content;
}

const toEditedAt = ({ edited_at: editedAt, updated_at: updatedAt }: KnowledgeDocument) => editedAt ?? updatedAt;

const toStored = (document: KnowledgeDocumentWithContent) => ({ fields: toFields(document), at: toEditedAt(document) });

interface Options {
  indexId: string;
  document: KnowledgeDocumentWithContent | undefined;
  /** Name of the draft of a new article in this browser. */
  newDraft: string;
  title: string;
  /** Unanswered searches that the new article answers. */
  clusterId?: string | undefined;
  onCreated: (id: string) => void;
}

/**
 * State of the editor of an article, which saves after a pause in typing: the text of a draft, or the pending changes of a published
 * article. The first save of a new article creates a draft.
 */
export function useArticleDraft({ indexId, document, newDraft, title, clusterId, onCreated }: Options) {
  const call = useClient();
  const id = useRef(document?.id);
  const create = useCreation((body: Body<'POST /v1/indexes/{id}/documents'>) =>
    call('POST /v1/indexes/{id}/documents', { path: { id: indexId }, body }, PATIENT),
  );
  const draftName = () => (id.current ? buildDraftKey(indexId, id.current) : newDraft);

  const send = async (sent: Fields, since: string): Promise<string> => {
    const fields = { ...sent, title: sent.title.trim() || texts.untitled };
    let [isSaved, at] = [false, since];
    if (!id.current) {
      // A permanent external id, with which the article can be replaced.
      const body = { ...fields, status: 'draft' as const, external_id: `article-${crypto.randomUUID()}` };
      const { created, isLatest } = await create(body);
      if (clusterId) await call('PATCH /v1/search-clusters/{id}', { path: { id: clusterId }, body: { document_id: created.id } });
      dropDraft(draftName());
      id.current = created.id;
      onCreated(created.id);
      isSaved = isLatest;
      at = toEditedAt(created);
    }
    if (!isSaved) {
      const path = { id: indexId, document_id: id.current };
      const text = document?.status === 'published' ? { pending_changes: fields } : fields;
      const body = { ...text, expected_edited_at: at };
      at = toEditedAt(await call('PATCH /v1/indexes/{id}/documents/{document_id}', { path, body }, PATIENT));
    }
    // The state of the article is that of the server before the text counts as saved.
    await refresh('/v1/indexes', '/v1/search-clusters');
    return at;
  };

  const load = async () => {
    const path = { id: indexId, document_id: id.current ?? '' };
    return toStored(await call('GET /v1/indexes/{id}/documents/{document_id}', { path }));
  };

  return useAutosave<Fields>({
    draftName,
    stored: document ? toStored(document) : { fields: { title, content: '' }, at: '' },
    send,
    load,
    savesItself: true,
  });
}
