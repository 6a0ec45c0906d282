import type { Webhook } from '@earshot/sdk';
import { common } from '#texts/common';
import { settings } from '#texts/settings';
import { webhooks as texts } from '#texts/settings/webhooks';
import { MoreHorizontal, Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { refresh, refreshRoute, toSentence, useClient, useRead } from '../../api.ts';
import { useMay } from '../../projects/projects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../../ui/dialog.tsx';
import { usePageNumber } from '../../ui/history/page-search.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { Empty } from '../../ui/state.tsx';
import { showProblem, showToast } from '../../ui/toast.tsx';
import { Deliveries } from './deliveries.tsx';
import { Secret } from '../identity.tsx';
import { Rotate } from '../rotate.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Webhooks of the project. */
export function Webhooks() {
  const maySet = useMay('admin');
  const [page, setPage] = usePageNumber();
  const webhooks = useRead('GET /v1/webhooks', { query: { page } }, { keep: true, enabled: maySet });
  if (!maySet) return <p className="soft">{settings.readOnly}</p>;
  return (
    <>
      <div className="panel-head">
        <p className="soft">{texts.lead}</p>
        <DialogTrigger>
          <Button look="primary" icon={<Plus size={16} />}>
            {texts.new}
          </Button>
          <Dialog title={texts.new} size="wide">
            {(close) => <WebhookForm onDone={close} />}
          </Dialog>
        </DialogTrigger>
      </div>
      <PagedList
        query={webhooks}
        empty={
          <Empty icon={<WebhookIcon size={24} />} title={texts.none}>
            <p>{texts.noneHint}</p>
          </Empty>
        }
        onPage={setPage}
      >
        {(items) => items.map((webhook) => <OneWebhook key={webhook.id} webhook={webhook} />)}
      </PagedList>
    </>
  );
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const call = useClient();
  const [isEditing, edit] = useState(false);
  const path = { id: webhook.id };
  const act = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/webhooks');
  };
  const test = async () => {
    const { attempts } = await call('POST /v1/webhooks/{id}/test', { path });
    const { status_code, error } = attempts.at(-1) ?? {};
    showToast(texts.tested(String(status_code ?? error ?? texts.noAnswer)));
  };
  const rotate = async (revoke_now: boolean) => {
    await call('POST /v1/webhooks/{id}/rotate', { path, body: { revoke_now } });
    await refresh('/v1/webhooks');
  };
  return (
    <section className="panel" aria-label={webhook.url}>
      <header className="actions">
        <h2>{webhook.url}</h2>
        <span className={webhook.enabled ? 'tag' : 'tag warn'}>{webhook.enabled ? texts.enabled : texts.disabled}</span>
        <span className="grow" />
        <Button onPress={() => void act(test)}>{texts.test}</Button>
        <Menu
          label={common.more}
          trigger={
            <IconButton label={common.more}>
              <MoreHorizontal size={16} />
            </IconButton>
          }
        >
          <MenuItem onAction={() => edit(true)}>{texts.edit}</MenuItem>
          <MenuItem
            onAction={() => void act(() => call('PATCH /v1/webhooks/{id}', { path, body: { enabled: !webhook.enabled } }))}
          >
            {webhook.enabled ? texts.disable : texts.enable}
          </MenuItem>
        </Menu>
      </header>
      {webhook.disabled_reason && <p className="notice problem">{webhook.disabled_reason}</p>}
      {webhook.description && <p>{webhook.description}</p>}
      <p className="row-meta">
        {webhook.types.length === 0 && texts.allTypes}
        {webhook.types.map((type) => (
          <span key={type} className="tag">
            {texts.names[type]}
          </span>
        ))}
      </p>
      <div className="actions">
        <span className="soft">{texts.secret}</span>
        <Secret value={webhook.secret} />
        <Rotate texts={texts} onRotate={rotate} />
      </div>
      <Deliveries webhookId={webhook.id} />
      <div className="actions">
        <Confirm
          trigger={<Button>{texts.delete}</Button>}
          title={texts.deleteTitle}
          label={texts.delete}
          onConfirm={async () => {
            await call('DELETE /v1/webhooks/{id}', { path });
            await refreshRoute('GET /v1/webhooks');
          }}
        >
          <p>{texts.deleteHint}</p>
        </Confirm>
      </div>
      {isEditing && (
        <Dialog isOpen onOpenChange={edit} title={texts.edit} size="wide">
          {(close) => <WebhookForm webhook={webhook} onDone={close} />}
        </Dialog>
      )}
    </section>
  );
}
