import { type Reward, sortRewards } from '@earshot/contract/services/waitlist/rewards';
import { MAX_REWARDS } from '@earshot/contract/services/waitlist/values';
import { common } from '#texts/common';
import { rewards as texts } from '#texts/settings/waitlist';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../../ui/dialog.tsx';
import { type Fields, Form, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { showToast } from '../../ui/toast.tsx';
import { toKey } from '../order.ts';
import { formatNumber } from '../../texts/plural.ts';

/** Returns a function that saves the rewards of the project. */
function useSave() {
  const { id } = useProject();
  const call = useClient();
  return async (rewards: Reward[]) => {
    await call('PATCH /v1/projects/{id}', { path: { id }, body: { settings: { waitlist: { rewards } } } });
    await refresh('/v1/projects', '/v1/waitlist');
  };
}

/** Rewards for referrals: admins create, change and delete them. */
export function Rewards() {
  const { rewards } = useProject().settings.waitlist;
  const isAdmin = useMay('admin');
  const save = useSave();
  const remove = async (key: string) => {
    await save(rewards.filter((one) => one.key !== key));
    showToast(texts.removed);
  };
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.title}</h2>
        {isAdmin && (
          <DialogTrigger>
            <Button icon={<Plus size={16} />} isDisabled={rewards.length >= MAX_REWARDS}>
              {texts.new}
            </Button>
            <RewardDialog rewards={rewards} />
          </DialogTrigger>
        )}
      </header>
      <p className="soft">{texts.hint}</p>
      {rewards.length ? (
        <Table label={texts.title} head={[texts.referrals, texts.name, '']} numbers={[texts.referrals]} main={texts.name}>
          {sortRewards(rewards).map((reward) => (
            <tr key={reward.key}>
              <td className="number">{formatNumber(reward.referrals)}</td>
              <td className="main-cell">
                <span dir="auto">{reward.name}</span>
                {reward.text && (
                  <p className="soft" dir="auto">
                    {reward.text}
                  </p>
                )}
              </td>
              <td className="end">
                {isAdmin && (
                  <div className="actions end">
                    <DialogTrigger>
                      <Button aria-label={texts.editOf(reward.name)}>{texts.edit}</Button>
                      <RewardDialog reward={reward} rewards={rewards} />
                    </DialogTrigger>
                    <Confirm
                      trigger={<Button aria-label={texts.deleteOf(reward.name)}>{common.delete}</Button>}
                      title={texts.deleteTitle(reward.name)}
                      label={common.delete}
                      onConfirm={() => remove(reward.key)}
                    >
                      <p>{texts.deleteHint}</p>
                    </Confirm>
                  </div>
                )}
              </td>
            </tr>
          ))}
        </Table>
      ) : (
        <p className="soft">{texts.empty}</p>
      )}
    </section>
  );
}

/** Returns a key that no reward has. */
function createKey(name: string, taken: string[]): string {
  const base = toKey(name) || 'reward';
  let key = base;
  for (let number = 2; taken.includes(key); number += 1) key = `${base.slice(0, 36)}_${number}`;
  return key;
}

/** Dialog that creates a reward, or changes one. */
function RewardDialog({ reward, rewards }: { reward?: Reward; rewards: Reward[] }) {
  const save = useSave();
  const [name, setName] = useState(reward?.name ?? '');
  const position = reward ? rewards.indexOf(reward) : rewards.length;
  const path = (property: keyof Reward) => `settings.waitlist.rewards[${position}].${property}`;
  const submit = async (text: Fields) => {
    const keys = rewards.map(({ key }) => key);
    const changed: Reward = {
      key: reward?.key ?? createKey(name, keys),
      name: name.trim(),
      text: text(path('text')).trim(),
      referrals: Number(text(path('referrals'))),
    };
    await save(reward ? rewards.map((one) => (one === reward ? changed : one)) : [...rewards, changed]);
    showToast(texts.saved);
  };
  return (
    <Dialog title={reward ? texts.editTitle : texts.newTitle}>
      {(close) => (
        <Form onSubmit={(text) => submit(text).then(close)}>
          {({ isBusy }) => (
            <>
              <TextField
                name={path('referrals')}
                label={texts.referrals}
                type="number"
                defaultValue={String(reward?.referrals ?? '')}
                isRequired
                autoFocus
              />
              <TextField name={path('name')} label={texts.name} value={name} onChange={setName} isRequired maxLength={100} />
              <TextField
                name={path('text')}
                label={texts.text}
                hint={texts.textHint}
                rows={3}
                defaultValue={reward?.text ?? ''}
                maxLength={500}
              />
              <FormActions label={reward ? common.save : texts.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
