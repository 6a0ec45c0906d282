import type { Feedback } from '@earshot/sdk';
import { common } from '#texts/common';
import { feedback as texts } from '../texts/en/feedback.ts';
import { people } from '#texts/people';
import { Link, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { Merge, MoreHorizontal, Pencil, Pin, Trash2 } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRead } from '../../api.ts';
import { lazily, NothingLoaded } from '../../lazy.tsx';
import { useOwnId } from '../../people/members.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { Bursts } from './bursts.tsx';
import { type Changes, useEntryChanges } from '../changes.ts';
import { Comments } from './comments.tsx';
import { DeleteDialog } from '../dialogs.tsx';
import { MergeDialog } from '../merge-dialog.tsx';
import { Description, Facts, Similar } from './entry-details.tsx';
import { type EntryTab, EntrySide, EntryTabs } from './layout.tsx';
import { useListPlace } from '../list/list-place.tsx';
import { History } from './history.tsx';
import { StatusMenu, toStatusShortcuts } from '../status.tsx';
import { VoteDialog, Voters } from './voters.tsx';
import { useStatuses } from '../fields/statuses.ts';

const Adopted = lazily(() => import('../../changelog/adopted.tsx'), 'default', NothingLoaded);
const Suggestions = lazily(() => import('../../proposals/suggestions.tsx'), 'default', NothingLoaded);
const Demand = lazily(() => import('../scores/demand.tsx'), 'default', NothingLoaded);

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
  const [selected, select] = useState<EntryTab>('comments');
  const [main, assignee, due] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const writeComment = () => {
    flushSync(() => select('comments'));
    main.current?.querySelector<HTMLTextAreaElement>('[role=tabpanel] textarea')?.focus();
  };
  const isMerged = entry.merged_into !== null;
  const mayChange = mayWork && !isMerged;
  const { choices } = useStatuses();
  const set = (changes: Changes) => void change([entry], () => changes, texts.changed);
  const { origin, steps, crumbs } = useListPlace(entry.id);
  const toList = () =>
    history.canGoBack() && !origin?.hasStepped
      ? history.back()
      : void navigate({ to: '/projects/$slug/feedback', params: { slug }, search: origin?.search ?? {} });

  useShortcuts([
    { keys: 'Escape', label: texts.keys.back, run: toList },
    ...steps,
    ...(mayChange
      ? [
          ...toStatusShortcuts(choices, (choice) => void setStatus([entry], choice)),
          { keys: 'm', label: texts.keys.merge, run: () => openDialog('merge') },
          { keys: 'e', label: common.edit, run: () => edit(true) },
          { keys: 'c', label: texts.keys.comment, run: writeComment },
          { keys: 'a', label: people.keys.assign, run: () => assignee.current?.querySelector('button')?.click() },
          { keys: 'i', label: people.keys.assignToMe, run: () => me && set({ assignee_id: me }) },
          { keys: 'd', label: people.keys.due, run: () => due.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus() },
          { keys: 'v', label: people.keys.vote, run: () => openDialog('vote') },
          { keys: '#', label: texts.keys.delete, run: () => openDialog('delete') },
        ]
      : []),
  ]);

  return (
    <Page
      title={entry.title}
      crumbs={crumbs}
      actions={
        mayWork && (
          <>
            {mayChange && <StatusMenu entry={entry} onChange={(choice) => void setStatus([entry], choice)} />}
            <MoreMenu
              isPinned={entry.pinned}
              onEdit={() => edit(true)}
              onPin={() => set({ pinned: !entry.pinned })}
              onOpen={openDialog}
            />
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
      {entry.has_vote_burst && <Bursts id={entry.id} mayReview={mayChange} />}
      <div className="split entry">
        <EntrySide entry={entry}>
          <Facts
            entry={entry}
            onChange={mayChange ? set : undefined}
            onShowVoters={() => select('voters')}
            assignee={assignee}
            due={due}
          />
          <Suspense fallback={null}>
            <Demand id={entry.id} />
            {entry.status === 'done' && <Adopted id={entry.id} />}
          </Suspense>
          <Similar entry={entry} />
        </EntrySide>
        <div className="split-main" ref={main}>
          {isEditing ? <EditForm entry={entry} onDone={() => edit(false)} /> : <Description entry={entry} />}
          {mayChange && (
            <Suspense fallback={null}>
              <Suggestions entry={entry} />
            </Suspense>
          )}
          <EntryTabs entry={entry} selected={selected} onSelect={select}>
            {selected === 'comments' && <Comments entry={entry} mayWrite={mayChange} />}
            {selected === 'voters' && <Voters entry={entry} onAdd={mayChange ? () => openDialog('vote') : undefined} />}
            {selected === 'history' && <History id={entry.id} />}
          </EntryTabs>
        </div>
      </div>
      {dialog === 'merge' && <MergeDialog entries={[entry]} onClose={() => openDialog(undefined)} onMerge={merge} />}
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

interface MoreMenuProps {
  isPinned: boolean;
  onEdit: () => void;
  onPin: () => void;
  onOpen: (dialog: 'merge' | 'delete') => void;
}

const MoreMenu = ({ isPinned, onEdit, onPin, onOpen }: MoreMenuProps) => (
  <Menu
    label={common.more}
    trigger={
      <IconButton label={common.more}>
        <MoreHorizontal size={18} />
      </IconButton>
    }
  >
    <MenuItem icon={<Pencil size={15} />} keys="e" onAction={onEdit}>
      {common.edit}
    </MenuItem>
    <MenuItem icon={<Pin size={15} />} onAction={onPin}>
      {isPinned ? texts.pinned : texts.pin}
    </MenuItem>
    <MenuItem icon={<Merge size={15} />} keys="m" onAction={() => onOpen('merge')}>
      {texts.merge}
    </MenuItem>
    <MenuItem icon={<Trash2 size={15} />} keys="#" isDanger onAction={() => onOpen('delete')}>
      {texts.delete}
    </MenuItem>
  </Menu>
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
