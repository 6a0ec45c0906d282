import type { Body, KnowledgeDocumentWithContent } from '@earshot/sdk';
import { common } from '#texts/common';
import { knowledgeBase as texts } from './texts/en/knowledge-base.ts';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ExternalLink, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { AddressForm } from '../editor/address-form.tsx';
import { ConflictNotice } from '../editor/edit-conflict.tsx';
import { SaveStatus } from '../editor/save-status.tsx';
import { TemplateChoice } from '../editor/template-choice.tsx';
import { TextEditor } from '../editor/text-editor.tsx';
import { DocumentHistory } from '../editor/version-history.tsx';
import { useMay, useProject } from '../projects/projects.ts';
import { keepDraft } from '../session/drafts.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { TextField } from '../ui/field.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Crumbs, Page } from '../ui/page.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';
import { ArticleDetails } from './article-details.tsx';
import { RelatedArticles } from './related-articles.tsx';
import { Translations } from './translations.tsx';
import { buildDraftKey, toFields, useArticleDraft } from './article-draft.ts';

const NEW = 'new';
const MAX_CONTENT_LENGTH = 1_000_000;
const ROUTE = '/projects/$slug/help/$index/documents/$document';

/** Page that writes, publishes and changes an article. */
export function DocumentPage() {
  const { index, document: id } = useParams({ from: `/app${ROUTE}` });
  const { title = '', copy, cluster, created } = useSearch({ from: `/app${ROUTE}` });
  return id === NEW ? (
    <NewArticle key={copy ?? NEW} indexId={index} title={title} clusterId={cluster} createdId={created} />
  ) : (
    <LoadedArticle indexId={index} id={id} />
  );
}

const useArticle = (indexId: string, id: string) =>
  useRead('GET /v1/indexes/{id}/documents/{document_id}', { path: { id: indexId, document_id: id } }, { enabled: id !== '' });

function LoadedArticle({ indexId, id }: { indexId: string; id: string }) {
  return (
    <Loaded query={useArticle(indexId, id)} isPage skeleton={<Skeleton lines={8} height="1.5rem" />}>
      {(found) => <Editor key={found.id} indexId={indexId} document={found} title={found.title} />}
    </Loaded>
  );
}

interface NewArticleProps {
  indexId: string;
  title: string;
  clusterId: string | undefined;
  createdId: string | undefined;
}

/** Editor of a new article, which is created with the first input. */
function NewArticle({ indexId, title, clusterId, createdId }: NewArticleProps) {
  const { slug } = useProject();
  const navigate = useNavigate();
  const [isNew] = useState(createdId === undefined);
  const created = useArticle(indexId, createdId ?? '');
  if (!isNew && createdId) return <LoadedArticle indexId={indexId} id={createdId} />;
  const params = { slug, index: indexId };
  return (
    <Editor
      indexId={indexId}
      document={createdId === undefined ? undefined : created.data}
      title={title}
      clusterId={clusterId}
      onCreated={(id) =>
        // Shows the URL of the article without leaving the editor, in which the user is typing.
        void navigate({
          to: ROUTE,
          params: { ...params, document: NEW },
          search: (search) => ({ ...search, created: id }),
          replace: true,
          mask: { to: ROUTE, params: { ...params, document: id }, unmaskOnReload: true },
        })
      }
    />
  );
}

interface EditorProps {
  indexId: string;
  document: KnowledgeDocumentWithContent | undefined;
  title: string;
  clusterId?: string | undefined;
  onCreated?: (id: string) => void;
}

function Editor({ indexId, document, title, clusterId, onCreated }: EditorProps) {
  const { slug, settings } = useProject();
  const mayWork = useMay('member');
  const [dialog, openDialog] = useState<'history' | 'delete'>();
  const newDraft = buildDraftKey(indexId, NEW, title);
  const draft = useArticleDraft({ indexId, document, newDraft, title, clusterId, onCreated: (id) => onCreated?.(id) });
  const { fields, change, save, state } = draft;
  const commands = useArticleCommands(indexId, document, draft);
  const status = document?.status ?? 'draft';
  const type = document?.content_type ?? 'markdown';
  const publicUrl =
    status === 'published' &&
    (document?.url || (settings.pages.sections.includes('help') && `/p/${slug}/help/${document?.slug}`));
  const hasChanges = document?.has_pending_changes || (status === 'published' && state !== 'saved');
  useShortcuts(
    mayWork ? [{ keys: 'mod+s', label: texts.save, run: () => void save().catch(() => undefined), whileTyping: true }] : [],
  );
  return (
    <Page
      title={fields.title || texts.newArticle}
      isWide
      crumbs={
        <Crumbs
          tools={
            <div className="actions">
              {(document || state !== 'saved') && mayWork && <SaveStatus state={state} />}
              <span className={`status ${status}`}>{hasChanges ? texts.unpublishedChanges : texts.statuses[status]}</span>
            </div>
          }
        >
          <Link to="/projects/$slug/help" params={{ slug }}>
            {texts.title}
          </Link>
          <CollectionLink id={indexId} />
        </Crumbs>
      }
      actions={
        <>
          {publicUrl && (
            <a className="button quiet" href={publicUrl} target="_blank" rel="noreferrer">
              <ExternalLink size={15} />
              {texts.open}
            </a>
          )}
          {mayWork && document && status === 'draft' && (
            <Button look="primary" onPress={() => void commands.setStatus('published')}>
              {texts.publish}
            </Button>
          )}
          {mayWork && document && status === 'published' && (
            <Button look="primary" isDisabled={!hasChanges} onPress={() => void commands.setStatus('published')}>
              {texts.publishChanges}
            </Button>
          )}
          {mayWork && document && status === 'archived' && (
            <Button onPress={() => void commands.setStatus('draft')}>{texts.restore}</Button>
          )}
          {document && (
            <ArticleMenu status={status} hasChanges={hasChanges} mayWork={mayWork} onOpen={openDialog} commands={commands} />
          )}
        </>
      }
    >
      <ConflictNotice conflict={draft.conflict} flavor="article" />
      <div className={document ? 'editor with-details' : 'editor'}>
        <fieldset className="editor-main" disabled={!mayWork}>
          <legend className="unseen">{texts.newArticle}</legend>
          <TextField
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
        </fieldset>
        {document && (
          <aside className="editor-side" aria-label={texts.details}>
            <ArticleDetails
              key={`${document.category} ${document.audience} ${document.segment_id} ${document.inherits_audience}`}
              document={document}
              mayWork={mayWork}
              save={commands.change}
            />
            <Translations document={document} mayWork={mayWork} confirm={() => commands.change({ status: document.status })} />
            <RelatedArticles document={document} mayWork={mayWork} save={commands.change} />
            <AddressForm
              key={`${document.slug} ${document.url}`}
              slug={document.slug}
              url={document.url}
              wasPublished={document.published_at !== null}
              mayWork={mayWork}
              save={commands.change}
            />
          </aside>
        )}
      </div>
      {dialog === 'history' && document && (
        <DocumentHistory
          indexId={indexId}
          documentId={document.id}
          onRestore={mayWork ? change : undefined}
          onClose={() => openDialog(undefined)}
        />
      )}
      {dialog === 'delete' && document && (
        <Confirm
          title={texts.deleteDocument(fields.title)}
          label={texts.delete}
          onClose={() => openDialog(undefined)}
          onConfirm={commands.remove}
        >
          <p>{texts.deleteDocumentHint}</p>
        </Confirm>
      )}
    </Page>
  );
}

type Status = KnowledgeDocumentWithContent['status'];

/** Commands on an article that are not part of its text. */
function useArticleCommands(
  indexId: string,
  document: KnowledgeDocumentWithContent | undefined,
  { fields, save, reset }: ReturnType<typeof useArticleDraft>,
) {
  const { slug } = useProject();
  const call = useClient();
  const navigate = useNavigate();
  const params = { slug, index: indexId };
  const path = { id: indexId, document_id: document?.id ?? '' };
  const change = async (body: Body<'PATCH /v1/indexes/{id}/documents/{document_id}'>) => {
    await call('PATCH /v1/indexes/{id}/documents/{document_id}', { path, body });
    await refresh('/v1/indexes', '/v1/search-clusters');
  };
  const patch = (body: Body<'PATCH /v1/indexes/{id}/documents/{document_id}'>, message: string) =>
    change(body).then(
      () => void showToast(message),
      (error: unknown) => void showProblem(toSentence(error)),
    );
  return {
    change,
    setStatus: async (status: Status) => {
      // The text is saved first. Its state shows a problem.
      if (
        await save().then(
          () => true,
          () => false,
        )
      )
        await patch({ status }, texts.changedStatuses[status]);
    },
    discard: async () => {
      if (!document) return;
      reset(toFields({ ...document, pending_changes: null }));
      await patch({ pending_changes: null }, texts.discarded);
    },
    /** Opens the text as a new article, which exists once it is changed. */
    duplicate: async () => {
      const copied = texts.copyOf(fields.title);
      keepDraft(buildDraftKey(indexId, NEW, copied), { ...fields, title: copied });
      await navigate({ to: ROUTE, params: { ...params, document: NEW }, search: { title: copied, copy: document?.id } });
    },
    remove: async () => {
      await call('DELETE /v1/indexes/{id}/documents/{document_id}', { path });
      await navigate({ to: '/projects/$slug/help/$index', params });
      await refresh('/v1/indexes');
    },
  };
}

interface ArticleMenuProps {
  status: Status;
  hasChanges: boolean;
  mayWork: boolean;
  onOpen: (dialog: 'history' | 'delete') => void;
  commands: ReturnType<typeof useArticleCommands>;
}

function ArticleMenu({ status, hasChanges, mayWork, onOpen, commands }: ArticleMenuProps) {
  const { setStatus, discard, duplicate } = commands;
  return (
    <Menu
      label={common.more}
      trigger={
        <IconButton label={common.more}>
          <MoreHorizontal size={18} />
        </IconButton>
      }
    >
      <MenuItem onAction={() => onOpen('history')}>{texts.history}</MenuItem>
      {mayWork ? <MenuItem onAction={() => void duplicate()}>{texts.duplicate}</MenuItem> : undefined}
      {mayWork && hasChanges ? <MenuItem onAction={() => void discard()}>{texts.discard}</MenuItem> : undefined}
      {mayWork && status === 'published' ? (
        <MenuItem onAction={() => void setStatus('draft')}>{texts.unpublish}</MenuItem>
      ) : undefined}
      {mayWork && status !== 'archived' ? (
        <MenuItem onAction={() => void setStatus('archived')}>{texts.archive}</MenuItem>
      ) : undefined}
      {mayWork ? (
        <MenuItem isDanger onAction={() => onOpen('delete')}>
          {texts.delete}
        </MenuItem>
      ) : undefined}
    </Menu>
  );
}

/** Link to the collection of an article. */
function CollectionLink({ id }: { id: string }) {
  const { slug } = useProject();
  const index = useRead('GET /v1/indexes/{id}', { path: { id } }, { staleTime: 60_000 });
  return (
    <Link to="/projects/$slug/help/$index" params={{ slug, index: id }} dir="auto">
      {index.data?.name ?? texts.tabs.documents}
    </Link>
  );
}
