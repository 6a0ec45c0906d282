import type { Body, FeedbackView } from '@earshot/sdk';
import { common } from '#texts/common';
import { inbox as texts } from '#texts/inbox';
import { Bookmark, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../../api.ts';
import { useMay } from '../../projects/projects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, Switch, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Menu, MenuItem, MenuSection } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';
import { isSameList, type ListState, toState, toView } from '../filters.ts';

interface ViewsProps {
  state: ListState;
  /** Shows the list in another state. */
  onOpen: (state: ListState) => void;
}

/** Menu of saved views: open, save, update and manage. */
export function Views({ state, onOpen }: ViewsProps) {
  const mayWork = useMay('member');
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const { saveChanges } = useViewChanges();
  const views = useRead('GET /v1/feedback/views', {}, { staleTime: 60_000 }).data?.data ?? [];
  const active = views.find(({ id }) => id === state.view);
  const isChanged = active !== undefined && !isSameList(state, toState(active));
  const sections = [
    { title: texts.teamViews, items: views.filter(({ shared }) => shared) },
    { title: texts.personalViews, items: views.filter(({ shared }) => !shared) },
  ].filter(({ items }) => items.length);
  return (
    <>
      <Menu
        label={texts.views}
        placement="bottom start"
        trigger={<Button icon={<Bookmark size={15} />}>{active ? `${active.name}${isChanged ? ' *' : ''}` : texts.views}</Button>}
      >
        <MenuItem onAction={() => onOpen({})}>{texts.all}</MenuItem>
        {sections.map(({ title, items }) => (
          <MenuSection key={title} title={title}>
            {items.map((view) => (
              <MenuItem
                key={view.id}
                icon={view.shared ? <Users size={15} /> : <Bookmark size={15} />}
                onAction={() => onOpen(toState(view))}
              >
                {view.name}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
        {mayWork && active && isChanged && (
          <MenuItem onAction={() => void saveChanges(active.id, toView(state))}>{texts.updateView(active.name)}</MenuItem>
        )}
        {mayWork && <MenuItem onAction={() => setDialog('save')}>{texts.saveView}</MenuItem>}
        {mayWork && views.length > 0 && <MenuItem onAction={() => setDialog('manage')}>{texts.manageViews}</MenuItem>}
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
