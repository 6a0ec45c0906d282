import type { KnowledgeDocumentWithContent } from '@earshot/sdk';
import { common } from '#texts/common';
import { knowledgeBase as texts } from '#texts/knowledge-base';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ExternalLink, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { useKeptDraft } from '../editor/kept-draft.ts';
import { TemplateChoice } from '../editor/template-choice.tsx';
import { TextEditor } from '../editor/text-editor.tsx';
import { DocumentHistory } from '../editor/version-history.tsx';
import { useMay, useProject } from '../projects/projects.ts';
import { keepDraft } from '../session/drafts.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button, IconButton, LinkButton } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { showToast } from '../ui/toast.tsx';

const NEW = 'new';
const MAX_CONTENT_LENGTH = 1_000_000;
const FORM = 'article';

const buildDraftKey = (indexId: string, id: string, title = '') => `${indexId}.${id}${title && `.${title}`}`;

/** Page that creates or edits a document. */
export function DocumentPage() {
  const { index, document: id } = useParams({ from: '/app/projects/$slug/help/$index/documents/$document' });
  const { title = '', copy, cluster } = useSearch({ from: '/app/projects/$slug/help/$index/documents/$document' });
  const path = { id: index, document_id: id };
  const document = useRead('GET /v1/indexes/{id}/documents/{document_id}', { path }, { enabled: id !== NEW });
  if (id === NEW) return <Editor key={copy ?? NEW} indexId={index} document={undefined} title={title} clusterId={cluster} />;
  return (
    <Loaded query={document} isPage>
      {(found) => <Editor key={`${found.id} ${found.updated_at}`} indexId={index} document={found} title={found.title} />}
    </Loaded>
  );
}

interface EditorProps {
  indexId: string;
  document: KnowledgeDocumentWithContent | undefined;
  title: string;
  /** Unanswered searches that the new article answers. */
  clusterId?: string | undefined;
}

function Editor({ indexId, document, title, clusterId }: EditorProps) {
  const { slug, settings } = useProject();
  const mayWork = useMay('member');
  const call = useClient();
  const navigate = useNavigate();
  const [isHistoryOpen, openHistory] = useState(false);
  const draft = useKeptDraft(document ? buildDraftKey(indexId, document.id) : buildDraftKey(indexId, NEW, title), {
    title,
    content: document?.content ?? '',
    url: document?.url ?? '',
  });
  const { fields, change } = draft;
  const params = { slug, index: indexId };
  const type = document?.content_type ?? 'markdown';
  const publicUrl = document && (document.url || (settings.pages.sections.includes('help') && `/p/${slug}/help/${document.id}`));
  useShortcuts(
    mayWork
      ? [
          {
            keys: 'mod+s',
            label: texts.save,
            run: () => (window.document.getElementById(FORM) as HTMLFormElement).requestSubmit(),
            whileTyping: true,
          },
        ]
      : [],
  );

  const save = async () => {
    // Keeps the external id of imported documents; new documents get a permanent one.
    const external_id = document?.external_id ?? `article-${crypto.randomUUID()}`;
    const { id } = await call('POST /v1/indexes/{id}/documents', {
      path: { id: indexId },
      // The request replaces the whole document, so it repeats what the form does not show.
      body: { ...fields, url: fields.url || undefined, content_type: type, external_id, metadata: document?.metadata },
    });
    if (document && document.id !== id)
      await call('DELETE /v1/indexes/{id}/documents/{document_id}', { path: { id: indexId, document_id: document.id } });
    if (clusterId) await call('PATCH /v1/search-clusters/{id}', { path: { id: clusterId }, body: { document_id: id } });
    draft.forget();
    showToast(texts.savedDocument);
    await navigate({ to: '/projects/$slug/help/$index', params });
    await refresh('/v1/indexes', '/v1/search-clusters');
  };
  /** Opens the text as a new article, which exists once it is saved. */
  const duplicate = async () => {
    const copied = texts.copyOf(fields.title);
    keepDraft(buildDraftKey(indexId, NEW, copied), { ...fields, title: copied, url: '' });
    await navigate({
      to: '/projects/$slug/help/$index/documents/$document',
      params: { ...params, document: NEW },
      search: { title: copied, copy: document?.id },
    });
  };

  return (
    <Page
      title={fields.title || texts.newArticle}
      actions={
        <>
          {draft.isUnsaved && mayWork && (
            <>
              <span role="status" className="soft">
                {texts.unsaved}
              </span>
              <Button onPress={draft.discard}>{texts.discard}</Button>
            </>
          )}
          <LinkButton to="/projects/$slug/help/$index" params={params}>
            {texts.tabs.documents}
          </LinkButton>
          {publicUrl && (
            <a className="button quiet" href={publicUrl} target="_blank" rel="noreferrer">
              <ExternalLink size={15} />
              {texts.open}
            </a>
          )}
          {mayWork && (
            <Button type="submit" form={FORM} look="primary">
              {texts.save}
            </Button>
          )}
          {document && (
            <Menu
              label={common.more}
              trigger={
                <IconButton label={common.more}>
                  <MoreHorizontal size={18} />
                </IconButton>
              }
            >
              <MenuItem onAction={() => openHistory(true)}>{texts.history}</MenuItem>
              {mayWork ? <MenuItem onAction={() => void duplicate()}>{texts.duplicate}</MenuItem> : undefined}
            </Menu>
          )}
        </>
      }
    >
      <Form id={FORM} onSubmit={save} className="editor">
        {() => (
          <fieldset className="editor-main" disabled={!mayWork}>
            <legend className="unseen">{texts.newArticle}</legend>
            <TextField
              name="title"
              label={texts.documentTitle}
              value={fields.title}
              onChange={(changed) => change({ title: changed })}
              isRequired
              maxLength={300}
            />
            {mayWork && !document && !fields.content && (
              <TemplateChoice
                ids={['howTo', 'faq']}
                onChoose={(template) => change({ content: template.content, title: fields.title || template.title })}
              />
            )}
            <TextEditor
              label={texts.text}
              hint={texts.textHint}
              value={fields.content}
              onChange={mayWork ? (content) => change({ content }) : undefined}
              maxLength={MAX_CONTENT_LENGTH}
              flavor="article"
              otherFormat={type === 'markdown' ? undefined : texts.otherFormats[type]}
            />
            <TextField name="url" label={texts.url} hint={texts.urlHint} value={fields.url} onChange={(url) => change({ url })} />
          </fieldset>
        )}
      </Form>
      {isHistoryOpen && document && (
        <DocumentHistory
          indexId={indexId}
          documentId={document.id}
          onRestore={mayWork ? change : undefined}
          onClose={() => openHistory(false)}
        />
      )}
    </Page>
  );
}
