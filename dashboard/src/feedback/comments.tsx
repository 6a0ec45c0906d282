import type { Comment, Feedback } from '@earshot/sdk';
import { common } from '#texts/common';
import { feedback as texts } from '#texts/feedback';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead, useWrite } from '../api.ts';
import { useMay } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Form, Switch, TextField } from '../ui/field.tsx';
import { PagedList } from '../ui/pagination.tsx';
import { Rendered } from '../ui/rendered.tsx';
import { Time } from '../ui/time.tsx';

const PAGE_SIZE = 50;

/** Comments of users and the team, with a form for answers and internal notes. */
export function Comments({ entry, mayWrite }: { entry: Feedback; mayWrite: boolean }) {
  const [page, setPage] = useState(1);
  const path = { id: entry.id };
  const comments = useRead(
    'GET /v1/feedback/{id}/comments',
    { path, query: { page, limit: PAGE_SIZE, html: true } },
    { keep: true },
  );
  return (
    <section aria-label={texts.comments}>
      <h2>{texts.comments}</h2>
      <PagedList query={comments} empty={<p className="soft">{texts.noComments}</p>} onPage={setPage}>
        {(items) => (
          <ul className="comments">
            {items.map((comment) => (
              <OneComment key={comment.id} comment={comment} />
            ))}
          </ul>
        )}
      </PagedList>
      {mayWrite && <Composer entryId={entry.id} />}
    </section>
  );
}

function OneComment({ comment }: { comment: Comment }) {
  const { id, feedback_id, body, body_html, internal, visibility, author_name, author_role, created_at } = comment;
  const mayWork = useMay('member');
  const call = useClient();
  const path = { id: feedback_id, comment_id: id };
  const update = useWrite('PATCH /v1/feedback/{id}/comments/{comment_id}', { refreshes: ['/v1/feedback'] });
  return (
    <li className={internal ? 'comment internal' : 'comment'}>
      <header>
        <strong>{author_name ?? (author_role === 'team' ? texts.team : texts.anonymous)}</strong>
        {author_role === 'team' && author_name && <span className="tag">{texts.team}</span>}
        {internal && <span className="tag warn">{texts.internalBadge}</span>}
        {visibility === 'pending' && <span className="tag warn">{texts.waits}</span>}
        <span className="soft grow">
          <Time iso={created_at} />
        </span>
        {mayWork && visibility === 'pending' && (
          <Button isPending={update.isPending} onPress={() => update.mutate({ path, body: { visibility: 'public' } })}>
            {texts.approve}
          </Button>
        )}
        {mayWork && (
          <Confirm
            trigger={
              <IconButton label={common.delete}>
                <Trash2 size={15} />
              </IconButton>
            }
            title={texts.deleteComment}
            label={common.delete}
            onConfirm={async () => {
              await call('DELETE /v1/feedback/{id}/comments/{comment_id}', { path });
              await refresh('/v1/feedback');
            }}
          >
            <p className="said">{body}</p>
          </Confirm>
        )}
      </header>
      <Rendered html={body_html} text={body} />
    </li>
  );
}

function Composer({ entryId }: { entryId: string }) {
  const call = useClient();
  const [body, setBody] = useState('');
  const [internal, setInternal] = useState(false);
  const submit = async () => {
    await call('POST /v1/feedback/{id}/comments', { path: { id: entryId }, body: { body, internal } });
    setBody('');
    await refresh('/v1/feedback');
  };
  return (
    <Form onSubmit={submit}>
      {({ isBusy }) => (
        <>
          <TextField
            name="body"
            label={internal ? texts.internal : texts.comment}
            placeholder={texts.writeComment}
            value={body}
            onChange={setBody}
            isRequired
            rows={3}
            maxLength={10_000}
          />
          <div className="actions spread">
            <Switch label={texts.internal} hint={texts.internalHint} isSelected={internal} onChange={setInternal} />
            <Button type="submit" look="primary" isPending={isBusy}>
              {texts.comment}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
