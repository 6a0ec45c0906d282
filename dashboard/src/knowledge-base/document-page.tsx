import type { KnowledgeDocumentWithContent } from '@earshot/sdk';
import { knowledgeBase as texts } from '#texts/knowledge-base';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { refreshRoute, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { MarkdownEditor } from '../ui/markdown-editor.tsx';
import { MarkdownPreview } from '../ui/markdown-preview.tsx';
import { Page } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { showToast } from '../ui/toast.tsx';

const NEW = 'new';
const MAX_CONTENT_LENGTH = 1_000_000;

/** Page that creates or edits a document. */
export function DocumentPage() {
  const { index, document: id } = useParams({ from: '/app/projects/$slug/help/$index/documents/$document' });
  const { title = '' } = useSearch({ from: '/app/projects/$slug/help/$index/documents/$document' });
  const path = { id: index, document_id: id };
  const document = useRead('GET /v1/indexes/{id}/documents/{document_id}', { path }, { enabled: id !== NEW });
  if (id === NEW) return <Editor key={NEW} indexId={index} document={undefined} title={title} />;
  return (
    <Loaded query={document} isPage>
      {(found) => <Editor key={found.id} indexId={index} document={found} title={found.title} />}
    </Loaded>
  );
}

interface EditorProps {
  indexId: string;
  document: KnowledgeDocumentWithContent | undefined;
  title: string;
}

function Editor({ indexId, document, title: first }: EditorProps) {
  const { slug } = useProject();
  const mayWork = useMay('member');
  const call = useClient();
  const navigate = useNavigate();
  const [title, setTitle] = useState(first);
  const [content, setContent] = useState(document?.content ?? '');
  const params = { slug, index: indexId };
  const save = async (url: string) => {
    // Keeps the external id of imported documents; new documents get a permanent one.
    const external_id = document?.external_id ?? `article-${crypto.randomUUID()}`;
    const { content_type = 'markdown', metadata } = document ?? {};
    const { id } = await call('POST /v1/indexes/{id}/documents', {
      path: { id: indexId },
      // The request replaces the whole document, so it repeats what the form does not show.
      body: { title, content, content_type, external_id, url: url || undefined, metadata: metadata ?? undefined },
    });
    if (document && document.id !== id)
      await call('DELETE /v1/indexes/{id}/documents/{document_id}', { path: { id: indexId, document_id: document.id } });
    showToast(texts.savedDocument);
    await navigate({ to: '/projects/$slug/help/$index', params });
    await Promise.all([refreshRoute('GET /v1/indexes/{id}/documents'), refreshRoute('GET /v1/indexes/{id}')]);
  };
  return (
    <Page
      title={title || texts.newArticle}
      isWide
      actions={
        <LinkButton to="/projects/$slug/help/$index" params={params}>
          {texts.tabs.documents}
        </LinkButton>
      }
    >
      <Form onSubmit={(text) => save(text('url'))} className="editor two">
        {({ isBusy }) => (
          <>
            <fieldset className="editor-main" disabled={!mayWork}>
              <legend className="unseen">{texts.newArticle}</legend>
              <TextField name="title" label={texts.documentTitle} value={title} onChange={setTitle} isRequired maxLength={300} />
              <MarkdownEditor
                label={texts.text}
                hint={texts.textHint}
                value={content}
                onChange={setContent}
                maxLength={MAX_CONTENT_LENGTH}
              />
              <TextField name="url" label={texts.url} hint={texts.urlHint} defaultValue={document?.url ?? ''} />
              <div className="actions">
                <Button type="submit" look="primary" isPending={isBusy}>
                  {texts.save}
                </Button>
              </div>
            </fieldset>
            <MarkdownPreview content={content} />
          </>
        )}
      </Form>
    </Page>
  );
}
