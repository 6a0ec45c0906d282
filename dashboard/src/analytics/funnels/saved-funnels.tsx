import type { AnalyticsSavedFunnel } from '@earshot/sdk';
import { funnels as texts } from '../texts/en/funnels.ts';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { refresh, useClient, useWrite } from '../../api.ts';
import { useMay } from '../../projects/projects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { withoutEmpty } from '../../ui/search.ts';
import { showToast } from '../../ui/toast.tsx';
import { type Draft, toDefinition, type useFunnel, WITHOUT_CHANGES } from './use-funnel.ts';

const LIST = '/v1/analytics/funnels';

interface FunnelListProps {
  funnels: AnalyticsSavedFunnel[];
  saved: AnalyticsSavedFunnel | undefined;
}

/** Links to all saved funnels and to a new one. Period and filters are kept. */
export function FunnelList({ funnels, saved }: FunnelListProps) {
  if (!funnels.length) return null;
  return (
    <nav className="funnel-list" aria-label={texts.saved}>
      {funnels.map(({ id, name }) => (
        <FunnelLink key={id} funnel={id} isOpen={id === saved?.id}>
          {name}
        </FunnelLink>
      ))}
      <FunnelLink funnel={undefined} isOpen={!saved}>
        <Plus size={14} aria-hidden />
        {texts.newFunnel}
      </FunnelLink>
    </nav>
  );
}

const FunnelLink = ({ funnel, isOpen, children }: { funnel: string | undefined; isOpen: boolean; children: ReactNode }) => (
  <Link
    to="."
    search={((before: object) => withoutEmpty({ ...before, ...WITHOUT_CHANGES, funnel })) as never}
    className="chip-link"
    // Without it, the router marks the link to no funnel as well.
    activeOptions={{ exact: true, includeSearch: true }}
    {...(isOpen && { 'aria-current': 'page' })}
    dir="auto"
  >
    {children}
  </Link>
);

type Dialogs = 'save' | 'rename' | 'delete';

/** Name of the funnel, and the actions that save, rename and delete it. */
export function FunnelHead({ saved, draft, isChanged, open, discard }: ReturnType<typeof useFunnel>) {
  const mayWork = useMay('member');
  const call = useClient();
  const [dialog, setDialog] = useState<Dialogs>();
  const close = () => setDialog(undefined);
  // The changes stay in the URL until the page has the saved ones.
  const saving = useWrite('PATCH /v1/analytics/funnels/{id}', { onSuccess: () => void refresh(LIST).then(discard) });
  const rename = async (id: string, name: string) => {
    await call('PATCH /v1/analytics/funnels/{id}', { path: { id }, body: { name } });
    await refresh(LIST);
  };
  const isEmpty = toDefinition(draft).steps.length === 0;
  return (
    <header className="panel-head">
      <h2 dir="auto">{saved ? saved.name : texts.steps}</h2>
      {mayWork && (
        <div className="actions">
          {saved ? (
            <>
              {isChanged && !isEmpty && (
                <Button
                  look="primary"
                  isPending={saving.isPending}
                  onPress={() => saving.mutate({ path: { id: saved.id }, body: toDefinition(draft) })}
                >
                  {texts.saveChanges}
                </Button>
              )}
              <Menu
                label={texts.actions(saved.name)}
                trigger={
                  <IconButton label={texts.actions(saved.name)}>
                    <Ellipsis size={16} />
                  </IconButton>
                }
              >
                {isChanged && <MenuItem onAction={discard}>{texts.discard}</MenuItem>}
                <MenuItem onAction={() => setDialog('save')}>{texts.saveAs}</MenuItem>
                <MenuItem onAction={() => setDialog('rename')}>{texts.rename}</MenuItem>
                <MenuItem isDanger onAction={() => setDialog('delete')}>
                  {texts.delete}
                </MenuItem>
              </Menu>
            </>
          ) : (
            <Button isDisabled={isEmpty} onPress={() => setDialog('save')}>
              {texts.save}
            </Button>
          )}
        </div>
      )}
      {dialog === 'save' && <SaveFunnel draft={draft} onSaved={open} onClose={close} />}
      {dialog === 'rename' && saved && (
        <NameDialog
          title={texts.renameTitle}
          label={texts.name}
          hint={texts.nameHint}
          name={saved.name}
          onClose={close}
          onSubmit={(name) => rename(saved.id, name)}
        />
      )}
      {dialog === 'delete' && saved && (
        <Confirm
          title={texts.deleteTitle(saved.name)}
          label={texts.deleteLabel}
          onClose={close}
          onConfirm={async () => {
            await call('DELETE /v1/analytics/funnels/{id}', { path: { id: saved.id } });
            open(undefined);
            await refresh(LIST);
          }}
        >
          <p>{texts.deleteHint}</p>
        </Confirm>
      )}
    </header>
  );
}

interface SaveFunnelProps {
  draft: Draft;
  onSaved: (id: string) => void;
  onClose: () => void;
}

function SaveFunnel({ draft, onSaved, onClose }: SaveFunnelProps) {
  const call = useClient();
  return (
    <NameDialog
      title={texts.saveTitle}
      label={texts.name}
      hint={texts.nameHint}
      onClose={onClose}
      onSubmit={async (name) => {
        const { id } = await call('POST /v1/analytics/funnels', { body: { name, ...toDefinition(draft) } });
        await refresh(LIST);
        showToast(texts.wasSaved);
        onSaved(id);
      }}
    />
  );
}
