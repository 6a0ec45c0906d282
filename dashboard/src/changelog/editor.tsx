import { truncate } from '@earshot/contract/shared/text';
import { TYPES } from '@earshot/contract/services/changelog/values';
import type { ChangelogEntry } from '@earshot/sdk';
import { common } from '#texts/common';
import { changelog as texts } from './texts/en/changelog.ts';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChevronDown, ExternalLink, Eye, MoreHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { AddressForm } from '../editor/address-form.tsx';
import { ConflictNotice } from '../editor/edit-conflict.tsx';
import { SaveStatus } from '../editor/save-status.tsx';
import { TemplateChoice } from '../editor/template-choice.tsx';
import { TextEditor } from '../editor/text-editor.tsx';
import { EntryHistory } from '../editor/version-history.tsx';
import { lazily, PartNotLoaded } from '../lazy.tsx';
import { useMay, useProject } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { DialogTrigger } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Tags } from '../ui/tags.tsx';
import { Crumbs, Page } from '../ui/page.tsx';
import { Loaded, type LoadedProps, Skeleton } from '../ui/state.tsx';
import { dateTime } from '../ui/time.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';
import { type Fields, useEntryDraft } from './draft.ts';
import { AnnouncementFields } from './announcement-fields.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { CoverField } from './cover-field.tsx';
import { EffectPanel } from './effect-panel.tsx';
import { EntryFigures } from './entry-figures.tsx';
import { LinkedFeedback } from './linked-feedback.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { PublishDialog, ScheduleDialog } from './publish-dialog.tsx';
import { SuccessFields } from './success-fields.tsx';

/** Loads the chart on first use. */
const Adoption = lazily(() => import('./adoption.tsx'), 'default', PartNotLoaded);

const MAX_CONTENT_LENGTH = 50_000;
const MAX_TITLE_LENGTH = 200;

/** Page that edits, previews and publishes a changelog entry. */
export function Editor() {
  const { id } = useParams({ from: '/app/projects/$slug/changelog/$id' });
  return <LoadedEditor query={useRead('GET /v1/changelog/{id}', { path: { id } })} />;
}

const LoadedEditor = ({ query }: Pick<LoadedProps<ChangelogEntry>, 'query'>) => (
  <Loaded query={query} isPage skeleton={<Skeleton lines={8} height="1.5rem" />}>
    {(found) => <EditorPage key={found.id} entry={found} />}
  </Loaded>
);

/** An entry that exists once something was typed. */
const BLANK: ChangelogEntry = {
  id: '',
  project_id: '',
  title: '',
  slug: '',
  content: '',
  content_html: '',
  version: null,
  type: 'feature',
  tags: [],
  status: 'draft',
  published: false,
  published_at: null,
  scheduled_at: null,
  feedback_ids: [],
  image_url: null,
  image_alt: '',
  announcement: null,
  announcement_ends_at: null,
  url: '',
  created_at: '',
  updated_at: '',
};

/** Editor of a new entry, which is created with the first input. */
export function NewEntryEditor() {
  const { slug } = useProject();
  const navigate = useNavigate();
  const { entry: id = '' } = useSearch({ from: '/app/projects/$slug/changelog/new' });
  const [isNew] = useState(id === '');
  const created = useRead('GET /v1/changelog/{id}', { path: { id } }, { enabled: id !== '' });
  return isNew ? (
    <EditorPage
      entry={created.data ?? { ...BLANK, id }}
      onCreated={(createdId) =>
        // Shows the URL of the entry without leaving the editor, in which the user is typing.
        void navigate({
          to: '/projects/$slug/changelog/new',
          params: { slug },
          search: { entry: createdId },
          replace: true,
          mask: { to: '/projects/$slug/changelog/$id', params: { slug, id: createdId }, unmaskOnReload: true },
        })
      }
    />
  ) : (
    // The user returned from another page.
    <LoadedEditor query={created} />
  );
}

interface EditorPageProps {
  entry: ChangelogEntry;
  onCreated?: (id: string) => void;
}

function EditorPage({ entry, onCreated }: EditorPageProps) {
  const { slug } = useProject();
  const mayWork = useMay('member');
  const { fields, change, save, state, savesItself, conflict } = useEntryDraft(entry, onCreated);
  const [dialog, openDialog] = useState<EntryDialog>();
  const { set, duplicate, remove } = useEntryCommands(entry, fields);
  useShortcuts(
    mayWork ? [{ keys: 'mod+s', label: common.save, run: () => void save().catch(() => undefined), whileTyping: true }] : [],
  );
  return (
    <Page
      title={fields.title || texts.untitled}
      crumbs={
        <Crumbs
          tools={
            <div className="actions">
              {(entry.id || state !== 'saved') && <SaveStatus state={state} />}
              <EntryFigures entry={entry} />
              <span className={`status ${entry.status}`}>{texts.statuses[entry.status]}</span>
            </div>
          }
        >
          <Link to="/projects/$slug/changelog" params={{ slug }}>
            {texts.title}
          </Link>
        </Crumbs>
      }
      isWide
      actions={
        <>
          {entry.status === 'published' && (
            <a className="button quiet" href={entry.url} target="_blank" rel="noreferrer">
              <ExternalLink size={15} />
              {texts.open}
            </a>
          )}
          {mayWork && entry.id && (
            <>
              {!savesItself && (
                <Button
                  look="primary"
                  isDisabled={state === 'saved'}
                  isPending={state === 'saving'}
                  onPress={() => void save().catch(() => undefined)}
                >
                  {texts.update}
                </Button>
              )}
              <Button icon={<Eye size={15} />} onPress={() => openDialog('preview')}>
                {texts.preview}
              </Button>
              {entry.status !== 'published' && (
                <PublishButton entry={entry} onBefore={save} onSchedule={() => openDialog('schedule')} />
              )}
              <MoreMenu status={entry.status} onOpen={openDialog} onDuplicate={duplicate} onChange={set} />
            </>
          )}
        </>
      }
    >
      {entry.scheduled_at && <p className="notice">{texts.scheduled(dateTime(entry.scheduled_at))}</p>}
      <ConflictNotice conflict={conflict} flavor="entry" />
      <div className="editor with-details">
        <fieldset className="editor-main" disabled={!mayWork}>
          <legend className="unseen">{texts.edit}</legend>
          <TextField
            label={texts.entryTitle}
            value={fields.title}
            onChange={(title) => change({ title })}
            autoFocus={onCreated !== undefined}
            isRequired
            maxLength={MAX_TITLE_LENGTH}
          />
          {mayWork && onCreated && !fields.content && (
            <TemplateChoice
              ids={['feature', 'release', 'breaking']}
              onChoose={(template) => change({ content: template.content })}
            />
          )}
          <TextEditor
            label={texts.content}
            hint={texts.contentHint}
            value={fields.content}
            onChange={mayWork ? (content) => change({ content }) : undefined}
            maxLength={MAX_CONTENT_LENGTH}
            flavor="entry"
          />
        </fieldset>
        <Details entry={entry} fields={fields} onChange={mayWork ? change : undefined} />
      </div>
      {entry.status === 'published' && (
        <div className="in-order">
          {entry.success && (
            <Suspense fallback={<Skeleton />}>
              <Adoption id={entry.id} />
            </Suspense>
          )}
          <EffectPanel id={entry.id} />
        </div>
      )}
      {dialog === 'history' && (
        <EntryHistory id={entry.id} onRestore={mayWork ? change : undefined} onClose={() => openDialog(undefined)} />
      )}
      {dialog === 'preview' && <PreviewDialog id={entry.id} onBefore={save} onClose={() => openDialog(undefined)} />}
      {dialog === 'schedule' && <ScheduleDialog entry={entry} onBefore={save} onClose={() => openDialog(undefined)} />}
      {dialog === 'delete' && (
        <Confirm title={texts.deleteTitle} label={texts.delete} onClose={() => openDialog(undefined)} onConfirm={remove}>
          <p>{texts.deleteHint}</p>
        </Confirm>
      )}
    </Page>
  );
}

type EntryDialog = 'schedule' | 'delete' | 'history' | 'preview';

type StatusChange = { published: boolean } | { scheduled_at: null };

/** Commands on an entry that are not part of its draft. */
function useEntryCommands({ id }: ChangelogEntry, fields: Fields) {
  const { slug } = useProject();
  const call = useClient();
  const navigate = useNavigate();
  const path = { id };
  const set = async (body: StatusChange, message: string) => {
    try {
      await call('PATCH /v1/changelog/{id}', { path, body });
      showToast(message);
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/changelog');
  };
  /** Creates a draft with the text and details of the entry, such as a template of the team. */
  const duplicate = async () => {
    const { title, content, type, tags, segment_id, pages, languages } = fields;
    try {
      const copy = truncate(texts.copyOf(title || texts.untitled), MAX_TITLE_LENGTH);
      const body = { title: copy, content, type, tags, segment_id, pages, languages };
      const created = await call('POST /v1/changelog', { body });
      await navigate({ to: '/projects/$slug/changelog/$id', params: { slug, id: created.id } });
      showToast(texts.duplicated);
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/changelog');
  };
  const remove = async () => {
    await call('DELETE /v1/changelog/{id}', { path });
    await navigate({ to: '/projects/$slug/changelog', params: { slug } });
    showToast(texts.deleted);
    await refresh('/v1/changelog');
  };
  return { set, duplicate, remove };
}

interface PublishButtonProps {
  entry: ChangelogEntry;
  onBefore: () => Promise<void>;
  onSchedule: () => void;
}

/** Button that publishes, and next to it a menu with the other way. */
const PublishButton = ({ entry, onBefore, onSchedule }: PublishButtonProps) => (
  <span className="split-button">
    <DialogTrigger>
      <Button look="primary">{texts.publish}</Button>
      <PublishDialog entry={entry} onBefore={onBefore} />
    </DialogTrigger>
    <Menu
      label={texts.publishOptions}
      trigger={
        <Button look="primary" aria-label={texts.publishOptions}>
          <ChevronDown size={16} aria-hidden />
        </Button>
      }
    >
      <MenuItem onAction={onSchedule}>{entry.status === 'scheduled' ? texts.reschedule : texts.schedule}</MenuItem>
    </Menu>
  </span>
);

interface MoreMenuProps {
  status: ChangelogEntry['status'];
  onOpen: (dialog: EntryDialog) => void;
  onDuplicate: () => Promise<void>;
  onChange: (change: StatusChange, message: string) => Promise<void>;
}

const MoreMenu = ({ status, onOpen, onDuplicate, onChange }: MoreMenuProps) => (
  <Menu
    label={common.more}
    trigger={
      <IconButton label={common.more}>
        <MoreHorizontal size={18} />
      </IconButton>
    }
  >
    <MenuItem onAction={() => onOpen('history')}>{texts.history}</MenuItem>
    <MenuItem onAction={() => void onDuplicate()}>{texts.duplicate}</MenuItem>
    {status === 'scheduled' && (
      <MenuItem onAction={() => void onChange({ scheduled_at: null }, texts.unpublished)}>{texts.unschedule}</MenuItem>
    )}
    {status === 'published' && (
      <MenuItem onAction={() => void onChange({ published: false }, texts.unpublished)}>{texts.unpublish}</MenuItem>
    )}
    <MenuItem isDanger onAction={() => onOpen('delete')}>
      {texts.delete}
    </MenuItem>
  </Menu>
);

interface DetailsProps {
  entry: ChangelogEntry;
  fields: Fields;
  /** Undefined for readers. */
  onChange: ((change: Partial<Fields>) => void) | undefined;
}

const Details = ({ entry, fields, onChange }: DetailsProps) => (
  <aside className="editor-side" aria-label={texts.details}>
    <Select
      label={texts.type}
      options={TYPES.map((id) => ({ id, label: texts.types[id] }))}
      value={fields.type}
      onChange={(type) => onChange?.({ type })}
      isDisabled={!onChange}
    />
    <TextField
      label={texts.version}
      value={fields.version ?? ''}
      onChange={(version) => onChange?.({ version })}
      maxLength={50}
      isReadOnly={!onChange}
    />
    <div className="field">
      <span className="label">{texts.tags}</span>
      <Tags tags={fields.tags} onChange={onChange && ((tags) => onChange({ tags }))} />
    </div>
    {onChange && <CoverField fields={fields} onChange={onChange} />}
    {onChange && <AnnouncementFields fields={fields} onChange={onChange} />}
    {onChange && <SuccessFields fields={fields} onChange={onChange} />}
    {onChange && <AudienceFields fields={fields} onChange={onChange} />}
    <LinkedFeedback ids={fields.feedback_ids} onChange={onChange && ((feedback_ids) => onChange({ feedback_ids }))} />
    {entry.id && <EntryAddress key={entry.slug} entry={entry} mayWork={onChange !== undefined} />}
  </aside>
);

function EntryAddress({ entry: { id, slug, status }, mayWork }: { entry: ChangelogEntry; mayWork: boolean }) {
  const call = useClient();
  return (
    <AddressForm
      slug={slug}
      wasPublished={status === 'published'}
      mayWork={mayWork}
      save={async ({ slug: changed }) => {
        await call('PATCH /v1/changelog/{id}', { path: { id }, body: { slug: changed } });
        await refresh('/v1/changelog');
      }}
    />
  );
}
