import type { ProjectKey } from '@earshot/sdk';
import { common } from '#texts/common';
import { keys as texts } from '#texts/settings/keys';
import { Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Loaded } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { date, dateTime, Time } from '../ui/time.tsx';
import { RotateDialog } from './rotate.tsx';

const refreshKeys = () => refresh('/v1/projects');

/** API keys of the project. Everyone sees them, admins manage them. */
export function Keys() {
  const { id } = useProject();
  const maySet = useMay('admin');
  const keys = useRead('GET /v1/projects/{id}/keys', { path: { id } });
  return (
    <section className="panel">
      <header className="panel-head">
        <p className="soft">{texts.hint}</p>
        {maySet && (
          <DialogTrigger>
            <Button look="primary" icon={<Plus size={16} />}>
              {texts.new}
            </Button>
            <CreateDialog />
          </DialogTrigger>
        )}
      </header>
      <Loaded query={keys}>
        {({ data }) => (
          <Table label={texts.title} head={[texts.name, texts.key, texts.origins, texts.created, texts.lastUsed, '']}>
            {data.map((key) => (
              <Row key={key.id} apiKey={key} mayManage={maySet} />
            ))}
          </Table>
        )}
      </Loaded>
    </section>
  );
}

function Row({ apiKey, mayManage }: { apiKey: ProjectKey; mayManage: boolean }) {
  const { name, key, is_default: isDefault, allowed_origins: origins, created_at, last_used_at, expires_at } = apiKey;
  return (
    <tr>
      <td>
        <span dir="auto">{name}</span>
        {isDefault && name !== texts.default && <span className="tag">{texts.default}</span>}
        {expires_at && <p className="soft">{texts.expires(dateTime(expires_at))}</p>}
      </td>
      <td>
        <span className="key">
          <code>{key}</code>
          <CopyButton text={key} name={name} />
        </span>
      </td>
      <td>{origins.length ? origins.map((origin) => <p key={origin}>{origin}</p>) : texts.allOrigins}</td>
      <td>{date(created_at)}</td>
      <td>{last_used_at ? <Time iso={last_used_at} /> : texts.never}</td>
      <td className="end">{mayManage && !expires_at && <Actions apiKey={apiKey} />}</td>
    </tr>
  );
}

function Actions({ apiKey }: { apiKey: ProjectKey }) {
  const { id } = useProject();
  const call = useClient();
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'revoke'>();
  const { name } = apiKey;
  const close = () => setDialog(undefined);
  const revoke = async () => {
    await call('DELETE /v1/projects/{id}/keys/{key_id}', { path: { id, key_id: apiKey.id } });
    await refreshKeys();
  };
  const rotate = async (revoke_now: boolean) => {
    await call('POST /v1/projects/{id}/keys/rotate', { path: { id }, body: { revoke_now } });
    await refreshKeys();
  };
  return (
    <>
      <Menu
        label={texts.actions(name)}
        trigger={
          <IconButton label={texts.actions(name)}>
            <Ellipsis size={18} />
          </IconButton>
        }
      >
        <MenuItem onAction={() => setDialog('edit')}>{texts.edit}</MenuItem>
        {apiKey.is_default ? (
          <MenuItem onAction={() => setDialog('rotate')}>{texts.rotate}</MenuItem>
        ) : (
          <MenuItem isDanger onAction={() => setDialog('revoke')}>
            {texts.revoke}
          </MenuItem>
        )}
      </Menu>
      {dialog === 'edit' && <EditDialog apiKey={apiKey} onClose={close} />}
      {dialog === 'rotate' && <RotateDialog texts={texts} onRotate={rotate} isOpen onOpenChange={close} />}
      {dialog === 'revoke' && (
        <Confirm title={texts.revokeTitle(name)} label={texts.revokeConfirm} onConfirm={revoke} onClose={close}>
          <p>{texts.revokeHint}</p>
        </Confirm>
      )}
    </>
  );
}

function CreateDialog() {
  const { id } = useProject();
  const call = useClient();
  return (
    <Dialog title={texts.newTitle}>
      {(close) => (
        <Form
          onSubmit={async (text) => {
            const body = { name: text('name'), allowed_origins: readOrigins(text('allowed_origins')) };
            await call('POST /v1/projects/{id}/keys', { path: { id }, body });
            close();
            await refreshKeys();
          }}
        >
          {({ isBusy }) => (
            <>
              <KeyFields />
              <FormActions label={texts.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

function EditDialog({ apiKey, onClose }: { apiKey: ProjectKey; onClose: () => void }) {
  const { id } = useProject();
  const call = useClient();
  return (
    <Dialog title={texts.editTitle} isOpen onOpenChange={onClose}>
      {(close) => (
        <Form
          onSubmit={async (text) => {
            const body = { name: text('name'), allowed_origins: readOrigins(text('allowed_origins')) };
            await call('PATCH /v1/projects/{id}/keys/{key_id}', { path: { id, key_id: apiKey.id }, body });
            close();
            await refreshKeys();
          }}
        >
          {({ isBusy }) => (
            <>
              <KeyFields apiKey={apiKey} />
              <FormActions label={common.save} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

const KeyFields = ({ apiKey }: { apiKey?: ProjectKey }) => (
  <>
    <TextField
      name="name"
      label={texts.name}
      hint={texts.nameHint}
      defaultValue={apiKey?.name ?? ''}
      isRequired
      autoFocus
      maxLength={100}
    />
    <TextField
      name="allowed_origins"
      label={texts.origins}
      hint={texts.originsHint}
      defaultValue={apiKey?.allowed_origins.join('\n') ?? ''}
      rows={3}
      isCode
    />
  </>
);

const readOrigins = (text: string) => text.split(/\s+/).filter((origin) => origin !== '');
