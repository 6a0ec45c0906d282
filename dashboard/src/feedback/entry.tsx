import { SETTABLE_STATUSES, TYPES, VISIBILITIES } from '@earshot/contract/services/feedback/values';
import type { Feedback } from '@earshot/sdk';
import { common } from '#texts/common';
import { feedback as texts } from '#texts/feedback';
import { people } from '#texts/people';
import { Link, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { ChevronUp, Merge, MoreHorizontal, Pencil, Pin, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useRead } from '../api.ts';
import { useOwnId } from '../people/members.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Form, Select, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { Tags } from '../ui/tags.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { Rendered } from '../ui/rendered.tsx';
import { Time } from '../ui/time.tsx';
import { Assignee, DueDate } from './assignment.tsx';
import { type Changes, useEntryChanges } from './changes.ts';
import { Comments } from './comments.tsx';
import { DeleteDialog, MergeDialog } from './dialogs.tsx';

import { History } from './history.tsx';
import { StatusMenu, StatusName } from './status.tsx';
import { VoteDialog, Voters } from './voters.tsx';

/** Page of an entry with all its data and actions. */
export function Entry() {
  const { id } = useParams({ from: '/app/projects/$slug/feedback/$id' });
  const entry = useRead('GET /v1/feedback/{id}', { path: { id }, query: { html: true } });
  return (
    <Loaded query={entry} isPage skeleton={<Skeleton lines={8} height="1.5rem" />}>
      {(found) => <EntryPage key={found.id} entry={found} />}
    </Loaded>
  );
}

function EntryPage({ entry }: { entry: Feedback }) {
  const { slug } = useProject();
  const navigate = useNavigate();
  const { history } = useRouter();
  const mayWork = useMay('member');
  const { change, setStatus, merge, unmerge, remove } = useEntryChanges();
  const [dialog, openDialog] = useState<'merge' | 'delete' | 'vote'>();
  const [isEditing, edit] = useState(false);
  const me = useOwnId();
  const [composer, assignee, due] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const isMerged = entry.merged_into !== null;
  const mayChange = mayWork && !isMerged;
  const set = (changes: Changes) => void change([entry], () => changes, texts.changed);
  const toList = () =>
    history.canGoBack() ? history.back() : void navigate({ to: '/projects/$slug/feedback', params: { slug } });

  useShortcuts([
    { keys: 'Escape', label: texts.keys.back, run: toList },
    ...(mayChange
      ? [
          ...SETTABLE_STATUSES.map((status, index) => ({
            keys: String(index + 1),
            label: texts.keys.status(texts.statuses[status]),
            run: () => void setStatus([entry], status),
          })),
          { keys: 'm', label: texts.keys.merge, run: () => openDialog('merge') },
          { keys: 'e', label: common.edit, run: () => edit(true) },
          { keys: 'c', label: texts.keys.comment, run: () => composer.current?.querySelector('textarea')?.focus() },
          { keys: 'a', label: people.keys.assign, run: () => assignee.current?.querySelector('button')?.click() },
          { keys: 'i', label: people.keys.assignToMe, run: () => me && set({ assignee_id: me }) },
          { keys: 'd', label: people.keys.due, run: () => due.current?.querySelector('input')?.focus() },
          { keys: 'v', label: people.keys.vote, run: () => openDialog('vote') },
          { keys: '#', label: texts.keys.delete, run: () => openDialog('delete') },
        ]
      : []),
  ]);

  return (
    <Page
      title={entry.title}
      actions={
        mayWork && (
          <>
            {mayChange && <StatusMenu status={entry.status} onChange={(status) => void setStatus([entry], status)} />}
            <Menu
              label={common.more}
              trigger={
                <IconButton label={common.more}>
                  <MoreHorizontal size={18} />
                </IconButton>
              }
            >
              <MenuItem icon={<Pencil size={15} />} keys="e" onAction={() => edit(true)}>
                {common.edit}
              </MenuItem>
              <MenuItem icon={<Pin size={15} />} onAction={() => set({ pinned: !entry.pinned })}>
                {entry.pinned ? texts.pinned : texts.pin}
              </MenuItem>
              <MenuItem icon={<Merge size={15} />} keys="m" onAction={() => openDialog('merge')}>
                {texts.merge}
              </MenuItem>
              <MenuItem icon={<Trash2 size={15} />} keys="#" isDanger onAction={() => openDialog('delete')}>
                {texts.delete}
              </MenuItem>
            </Menu>
          </>
        )
      }
    >
      {entry.merged_into && (
        <p className="notice">
          {texts.mergedInto}.{' '}
          <Link to="/projects/$slug/feedback/$id" params={{ slug, id: entry.merged_into }}>
            {texts.showTarget}
          </Link>
          {mayWork && <Button onPress={() => void unmerge(entry.id)}>{texts.unmerge}</Button>}
        </p>
      )}
      <div className="split">
        <div className="split-main">
          {isEditing ? (
            <EditForm entry={entry} onDone={() => edit(false)} />
          ) : entry.description ? (
            <Rendered html={entry.description_html} text={entry.description} />
          ) : (
            <p className="soft">{texts.noDescription}</p>
          )}
          {entry.image_url && (
            <a href={entry.image_url} target="_blank" rel="noreferrer">
              <img className="picture" src={entry.image_url} alt={texts.image} referrerPolicy="no-referrer" />
            </a>
          )}
          <div ref={composer}>
            <Comments entry={entry} mayWrite={mayChange} />
          </div>
          <History id={entry.id} />
        </div>
        <aside className="split-side" aria-label={texts.details}>
          <dl className="facts">
            <Fact label={texts.votes}>
              <span className="votes">
                <ChevronUp size={14} aria-hidden />
                {entry.upvote_count}
              </span>
              {entry.downvote_count > 0 && <span className="soft"> −{entry.downvote_count}</span>}
            </Fact>
            <Fact label={texts.submitter}>
              {entry.submitter_name ?? texts.anonymous}{' '}
              {entry.submitter_email && <a href={`mailto:${entry.submitter_email}`}>{entry.submitter_email}</a>}
              <span className="soft">
                {' '}
                <Time iso={entry.created_at} />
              </span>
            </Fact>
            {entry.from_query && <Fact label={texts.searchedFor}>“{entry.from_query}”</Fact>}
            <Fact label={people.assignee}>
              <div ref={assignee}>
                <Assignee entry={entry} onChange={mayChange ? set : undefined} />
              </div>
            </Fact>
            <Fact label={people.due}>
              <div ref={due}>
                <DueDate entry={entry} onChange={mayChange ? set : undefined} />
              </div>
            </Fact>
            <Fact label={texts.type}>
              {mayChange ? (
                <Select
                  label={texts.type}
                  isLabelHidden
                  options={TYPES.map((id) => ({ id, label: texts.types[id] }))}
                  value={entry.type}
                  onChange={(type) => set({ type })}
                />
              ) : (
                texts.types[entry.type]
              )}
            </Fact>
            <Fact label={texts.visibility}>
              {mayChange ? (
                <Select
                  label={texts.visibility}
                  isLabelHidden
                  options={VISIBILITIES.map((id) => ({ id, label: texts.visibilities[id] }))}
                  value={entry.visibility ?? 'public'}
                  onChange={(visibility) => set({ visibility })}
                />
              ) : (
                texts.visibilities[entry.visibility ?? 'public']
              )}
            </Fact>
            <Fact label={texts.tags}>
              <Tags
                tags={entry.tags}
                renderTag={(tag) => (
                  <Link to="/projects/$slug/feedback" params={{ slug }} search={{ tag }} title={texts.showTag(tag)}>
                    {tag}
                  </Link>
                )}
                onChange={mayChange ? (tags) => set({ tags }) : undefined}
              />
            </Fact>
            {entry.metadata && Object.keys(entry.metadata).length > 0 && (
              <Fact label={texts.metadata}>
                <pre tabIndex={0}>{JSON.stringify(entry.metadata, null, 2)}</pre>
              </Fact>
            )}
          </dl>
          <Voters id={entry.id} onAdd={mayChange ? () => openDialog('vote') : undefined} />
          <Similar entry={entry} />
        </aside>
      </div>
      {dialog === 'merge' && (
        <MergeDialog entries={[entry]} onClose={() => openDialog(undefined)} onMerge={(into) => merge(entry, into)} />
      )}
      {dialog === 'vote' && <VoteDialog id={entry.id} onClose={() => openDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteDialog
          count={1}
          onClose={() => openDialog(undefined)}
          onDelete={() => remove([entry], () => navigate({ to: '/projects/$slug/feedback', params: { slug } }))}
        />
      )}
    </Page>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function EditForm({ entry, onDone }: { entry: Feedback; onDone: () => void }) {
  const changes = useEntryChanges();
  return (
    <Form
      onSubmit={async (text) => {
        await changes.edit(entry, { title: text('title'), description: text('description') });
        onDone();
      }}
    >
      {({ isBusy }) => (
        <>
          <TextField name="title" label={texts.newTitle} defaultValue={entry.title} isRequired autoFocus maxLength={200} />
          <TextField name="description" label={texts.description} defaultValue={entry.description} rows={8} maxLength={10_000} />
          <FormActions label={common.save} onCancel={onDone} isBusy={isBusy} />
        </>
      )}
    </Form>
  );
}

function Similar({ entry }: { entry: Feedback }) {
  const { slug } = useProject();
  const similar = useRead('GET /v1/feedback/similar', { query: { title: entry.title } }, { staleTime: 60_000 });
  const others = (similar.data?.data ?? []).filter(({ id }) => id !== entry.id);
  if (!others.length) return undefined;
  return (
    <section>
      <h2>{texts.similar}</h2>
      <ul className="plain-list">
        {others.map(({ id, title, status, upvote_count }) => (
          <li key={id}>
            <Link to="/projects/$slug/feedback/$id" params={{ slug, id }}>
              {title}
            </Link>
            <span className="row-meta">
              <StatusName status={status} />
              <span>{texts.voteCount(upvote_count)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
