import { INVITABLE_ROLES } from '@earshot/contract/instance/values';
import type { Member } from '@earshot/sdk';
import { common } from '#texts/common';
import { settings } from '#texts/settings';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { Avatar } from '../people/avatar.tsx';
import { nameOfMember } from '../people/members.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton, Snippet } from '../ui/copy.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Select, EmailField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { Pagination } from '../ui/lists/pagination.tsx';
import { Loaded } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { date } from '../ui/time.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';

const texts = settings.members;
const OPTIONS = INVITABLE_ROLES.map((id) => ({ id, label: texts.roles[id] }));

export function Members() {
  const { id } = useProject();
  const isOwner = useMay('owner');
  const [page, setPage] = usePageNumber();
  const members = useRead('GET /v1/projects/{id}/members', { path: { id }, query: { page } }, { keep: true });
  const me = useRead('GET /v1/auth/session', {}, { staleTime: Infinity });
  return (
    <section className="panel">
      <header className="panel-head">
        <p className="soft">{texts.hint}</p>
        {isOwner && (
          <DialogTrigger>
            <Button look="primary">{texts.invite}</Button>
            <Invite />
          </DialogTrigger>
        )}
      </header>
      <Loaded query={members}>
        {(list) => (
          <>
            <Table label={settings.sections.members} head={[texts.person, texts.role, texts.state, '']}>
              {list.data.map((member) => (
                <Row key={member.user_id} member={member} isSelf={member.user_id === me.data?.user.id} mayManage={isOwner} />
              ))}
            </Table>
            <Pagination list={list} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Row({ member, isSelf, mayManage }: { member: Member; isSelf: boolean; mayManage: boolean }) {
  const { id } = useProject();
  const call = useClient();
  const who = nameOfMember(member);
  const path = { id, user_id: member.user_id };
  const setRole = async (role: Member['role']) => {
    await call('PATCH /v1/projects/{id}/members/{user_id}', { path, body: { role } });
    await refresh('/v1/projects');
  };
  const sendAgain = async () => {
    await call('POST /v1/projects/{id}/members/{user_id}/invitation', { path });
    showToast(texts.invitationSent(who));
    await refresh('/v1/projects');
  };
  const remove = async () => {
    await call('DELETE /v1/projects/{id}/members/{user_id}', { path });
    // The user left the project, so all data is requested again.
    if (isSelf) location.assign('/');
    await refresh('/v1/projects');
  };
  return (
    <tr>
      <td>
        <Avatar name={who} url={member.avatar_url} /> {who} {isSelf && <span className="soft">({common.you})</span>}
        {member.name && <p className="soft">{member.email}</p>}
      </td>
      <td>
        {mayManage && member.role !== 'owner' ? (
          <Select
            label={texts.roleOf(who)}
            isLabelHidden
            options={OPTIONS}
            value={member.role}
            onChange={(role) => void setRole(role).catch((error: unknown) => showProblem(toSentence(error)))}
          />
        ) : (
          texts.roles[member.role]
        )}
      </td>
      <td>
        {member.invitation ? (
          <>
            <span className="tag warn">{member.invitation.is_mailed ? texts.invited : texts.invitedNotMailed}</span>{' '}
            <span className="soft">{texts.expires(date(member.invitation.expires_at))}</span>
          </>
        ) : (
          texts.active
        )}
      </td>
      <td className="end">
        <div className="actions end">
          {mayManage && member.invitation && (
            <>
              <CopyButton text={member.invitation.url} label={texts.invitationLink} />
              {member.invitation.is_mailed && (
                <Button onPress={() => void sendAgain().catch((error: unknown) => showProblem(toSentence(error)))}>
                  {texts.sendAgain}
                </Button>
              )}
            </>
          )}
          {mayManage && member.role !== 'owner' && member.state === 'active' && (
            <Confirm
              trigger={<Button>{texts.transfer}</Button>}
              title={texts.transferTitle(who)}
              label={texts.transfer}
              onConfirm={() => setRole('owner')}
            >
              <p>{texts.transferHint}</p>
            </Confirm>
          )}
          {member.role !== 'owner' && (mayManage || isSelf) && (
            <Confirm
              trigger={<Button>{isSelf ? texts.leave : texts.remove}</Button>}
              title={texts.removeTitle(who)}
              label={isSelf ? texts.leave : texts.remove}
              onConfirm={remove}
            >
              <p>{texts.removeHint}</p>
            </Confirm>
          )}
        </div>
      </td>
    </tr>
  );
}

function Invite() {
  const { id } = useProject();
  const call = useClient();
  const [role, setRole] = useState<(typeof INVITABLE_ROLES)[number]>('member');
  const [link, setLink] = useState<string>();
  const invite = async (email: string, close: () => void) => {
    const { invitation } = await call('POST /v1/projects/{id}/members', { path: { id }, body: { email, role } });
    await refresh('/v1/projects');
    if (invitation && !invitation.is_mailed) return setLink(invitation.url);
    showToast(texts.invitationSent(email));
    close();
  };
  return (
    <Dialog title={texts.inviteTitle}>
      {(close) =>
        link ? (
          <>
            <p>{texts.notMailed}</p>
            <Snippet title={texts.invitationLink} code={link} />
            <div className="actions end">
              <Button look="primary" onPress={close}>
                {texts.done}
              </Button>
            </div>
          </>
        ) : (
          <Form onSubmit={(text) => invite(text('email'), close)}>
            {({ isBusy }) => (
              <>
                <EmailField name="email" label={texts.email} hint={texts.inviteHint} isRequired autoFocus />
                <Select label={texts.role} options={OPTIONS} value={role} onChange={setRole} />
                <FormActions label={texts.send} onCancel={close} isBusy={isBusy} />
              </>
            )}
          </Form>
        )
      }
    </Dialog>
  );
}
