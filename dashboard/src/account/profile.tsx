import type { Session } from '@earshot/sdk';
import { IMAGE_TYPES } from '../projects/use-upload.ts';
import { common } from '#texts/common';
import { people as texts } from '#texts/people';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { refresh, toSentence, useClient } from '../api.ts';
import { Avatar } from '../people/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';
import { readAvatar } from './avatar-image.ts';

/** Name and picture of the signed-in user, as others see them. */
export function Profile({ user }: { user: Session['user'] }) {
  const call = useClient();
  const [isBusy, setBusy] = useState(false);
  const save = async (body: { name?: string | null; avatar?: string | null }) => {
    await call('PATCH /v1/auth/profile', { body });
    // Names of members are part of many responses.
    await refresh('/v1/auth/session', '/v1/projects', '/v1/feedback');
    showToast(texts.saved);
  };
  const setAvatar = async (avatar: () => Promise<string | null>) => {
    setBusy(true);
    await avatar()
      .catch(() => {
        throw new Error(texts.notAnImage);
      })
      .then((image) => save({ avatar: image }))
      .catch((error: unknown) => showProblem(toSentence(error)));
    setBusy(false);
  };
  return (
    <section className="panel">
      <h2>{texts.profile}</h2>
      <p className="soft">{texts.profileHint}</p>
      <div className="profile">
        <Avatar name={user.name ?? user.email ?? ''} url={user.avatar_url} />
        <Form onSubmit={(text) => save({ name: text('name').trim() || null })}>
          {({ isBusy: isSaving }) => (
            <>
              <TextField name="name" label={texts.name} defaultValue={user.name ?? ''} maxLength={100} autoComplete="name" />
              <div className="actions">
                <Button type="submit" look="primary" isPending={isSaving}>
                  {common.save}
                </Button>
                <FileTrigger
                  acceptedFileTypes={IMAGE_TYPES}
                  onSelect={(files) => {
                    const file = files?.[0];
                    if (file) void setAvatar(() => readAvatar(file));
                  }}
                >
                  <Button isPending={isBusy}>{texts.upload}</Button>
                </FileTrigger>
                {user.avatar_url && (
                  <Button isPending={isBusy} onPress={() => void setAvatar(() => Promise.resolve(null))}>
                    {texts.removeAvatar}
                  </Button>
                )}
              </div>
            </>
          )}
        </Form>
      </div>
    </section>
  );
}
