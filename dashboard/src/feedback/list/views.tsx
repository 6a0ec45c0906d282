import type { Body, FeedbackView } from '@earshot/sdk';
import { common } from '#texts/common';
import { inbox as texts } from '../texts/en/inbox.ts';
import { Link } from '@tanstack/react-router';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, Switch, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';
import { isSameList, type ListState, toState, toView } from '../filters.ts';
import { BUILT_IN_VIEWS } from './built-in-views.ts';
import { locale } from '../../texts/plural.ts';

interface ViewsProps {
  state: ListState;
  /** Shows the list in another state. */
  onOpen: (state: ListState) => void;
}

const ALL = 'all';
/** Maximum number of views whose entries are counted. */
const MAX_COUNTED = 50;

/** Tabs of the built-in and the saved views, each with the number of its entries, and a menu to save and manage views. */
export function ViewTabs({ state, onOpen }: ViewsProps) {
  const { slug } = useProject();
  const saved = useRead('GET /v1/feedback/views', {}, { staleTime: 60_000 });
  const views = saved.data?.data ?? [];
  const tabs = [
    ...BUILT_IN_VIEWS.map(({ name, state: view }) => ({ id: name as string, label: texts.builtInViews[name], view })),
    ...views
      .toSorted((one, other) => Number(other.shared) - Number(one.shared))
      .map((view) => ({
        id: view.id,
        label: view.name,
        view: toState(view),
      })),
  ];
  const counts = useRead(
    'POST /v1/feedback/counts',
    { body: { filters: tabs.slice(0, MAX_COUNTED).map(({ view }) => toView(view).filters) } },
    { enabled: saved.isFetched, keep: true },
  );
  const shown = state.view ?? ALL;
  return (
    <>
      <nav className="tabs view-tabs" aria-label={texts.views}>
        {tabs.map(({ id, label, view }, index) => {
          const isShown = id === shown;
          const isChanged = isShown && id !== ALL && !isSameList(state, view);
          const count = counts.data?.totals[index];
          return (
            <Link
              key={id}
              to="/projects/$slug/feedback"
              params={{ slug }}
              search={view}
              className={isShown ? 'tab active' : 'tab'}
              activeProps={{}}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={isShown ? 'page' : undefined}
              resetScroll={false}
            >
              <span dir="auto">{isChanged ? `${label} *` : label}</span>{' '}
              <span className="tab-count">{typeof count === 'number' ? formatCount(count) : ''}</span>
            </Link>
          );
        })}
      </nav>
      <ViewMenu state={state} views={views} onOpen={onOpen} />
    </>
  );
}

const formatCount = (count: number) =>
  count.toLocaleString(locale, count < 10_000 ? {} : { notation: 'compact', maximumFractionDigits: 1 });

/** Menu that saves the state of the list as a view, and manages views. */
function ViewMenu({ state, views, onOpen }: ViewsProps & { views: FeedbackView[] }) {
  const mayWork = useMay('member');
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const { saveChanges } = useViewChanges();
  const active = views.find(({ id }) => id === state.view);
  const isChanged = active !== undefined && !isSameList(state, toState(active));
  if (!mayWork) return undefined;
  return (
    <>
      <Menu
        label={texts.views}
        placement="bottom start"
        trigger={
          <IconButton label={texts.views}>
            <Bookmark size={15} />
          </IconButton>
        }
      >
        {active && isChanged && (
          <MenuItem onAction={() => void saveChanges(active.id, toView(state))}>{texts.updateView(active.name)}</MenuItem>
        )}
        <MenuItem onAction={() => setDialog('save')}>{texts.saveView}</MenuItem>
        {views.length > 0 && <MenuItem onAction={() => setDialog('manage')}>{texts.manageViews}</MenuItem>}
      </Menu>
      {dialog === 'save' && (
        <SaveView state={state} onClose={() => setDialog(undefined)} onSaved={(view) => onOpen(toState(view))} />
      )}
      {dialog === 'manage' && (
        <Dialog title={texts.manageTitle} isOpen onOpenChange={() => setDialog(undefined)}>
          <ul className="plain-list">
            {views.map((view) => (
              <ManagedView key={view.id} view={view} />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function useViewChanges() {
  const call = useClient();
  return {
    saveChanges: async (id: string, changes: Body<'PATCH /v1/feedback/views/{id}'>) => {
      await call('PATCH /v1/feedback/views/{id}', { path: { id }, body: changes });
      showToast(texts.saved);
      await refresh('/v1/feedback/views');
    },
    remove: async (id: string) => {
      await call('DELETE /v1/feedback/views/{id}', { path: { id } });
      await refresh('/v1/feedback/views');
    },
  };
}

interface SaveViewProps {
  state: ListState;
  onClose: () => void;
  onSaved: (view: FeedbackView) => void;
}

function SaveView({ state, onClose, onSaved }: SaveViewProps) {
  const call = useClient();
  const [isShared, setShared] = useState(false);
  return (
    <Dialog title={texts.saveTitle} isOpen onOpenChange={onClose}>
      <Form
        onSubmit={async (text) => {
          const body = { name: text('name'), shared: isShared, ...toView(state) };
          const view = await call('POST /v1/feedback/views', { body });
          await refresh('/v1/feedback/views');
          showToast(texts.saved);
          onSaved(view);
          onClose();
        }}
      >
        {({ isBusy }) => (
          <>
            <TextField name="name" label={texts.viewName} hint={texts.viewHint} isRequired autoFocus maxLength={100} />
            <Switch label={texts.share} hint={texts.shareHint} isSelected={isShared} onChange={setShared} />
            <FormActions label={common.save} onCancel={onClose} isBusy={isBusy} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function ManagedView({ view: { id, name, shared } }: { view: FeedbackView }) {
  const { saveChanges, remove } = useViewChanges();
  return (
    <li>
      <Form className="form inline" onSubmit={(text) => saveChanges(id, { name: text('name') })}>
        {({ isBusy }) => (
          <>
            <TextField name="name" label={texts.rename(name)} isLabelHidden defaultValue={name} maxLength={100} />
            <Button type="submit" isPending={isBusy}>
              {common.save}
            </Button>
            <Switch
              label={texts.teamViews}
              aria-label={texts.shareView(name)}
              isSelected={shared}
              onChange={(isShared) => void saveChanges(id, { shared: isShared })}
            />
            <Confirm
              trigger={
                <IconButton label={texts.deleteViewLabel(name)}>
                  <Trash2 size={15} />
                </IconButton>
              }
              title={texts.deleteView(name)}
              label={common.delete}
              onConfirm={() => remove(id)}
            >
              <p>{texts.deleteViewHint}</p>
            </Confirm>
          </>
        )}
      </Form>
    </li>
  );
}
