import type { Comment, Feedback, Member } from '@earshot/sdk';
import { common } from '#texts/common';
import { feedback as texts } from '../texts/en/feedback.ts';
import { people } from '#texts/people';
import { Link } from '@tanstack/react-router';
import { Link as LinkIcon, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { refresh, useClient, useRead, useWrite } from '../../api.ts';
import { Avatar } from '../../people/avatar.tsx';
import { nameOfMember, useMemberRequest, useMembers, useOwnId } from '../../people/members.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { useDraft } from '../../session/drafts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { MentionField } from '../mention-field.tsx';
import { findMentioned, RenderedMentions } from '../mentions.tsx';

const PAGE_SIZE = 50;

/** Reads a page of the comments of an entry. */
export const useComments = (id: string, page: number) =>
  useRead('GET /v1/feedback/{id}/comments', { path: { id }, query: { page, limit: PAGE_SIZE, html: true } }, { keep: true });

/** Comments of users and the team, with a form for answers and internal notes. */
export function Comments({ entry, mayWrite }: { entry: Feedback; mayWrite: boolean }) {
  const [page, setPage] = useState(1);
  const members = useMembers();
  const comments = useComments(entry.id, page);
  return (
    <section aria-label={texts.comments}>
      <PagedList
        query={comments}
        skeleton={<Skeleton lines={Math.min(entry.comment_count, PAGE_SIZE)} height="5.5rem" />}
        empty={<p className="soft">{texts.noComments}</p>}
        onPage={setPage}
      >
        {(items) => (
          <ul className="comments">
            {items.map((comment) => (
              <OneComment key={comment.id} comment={comment} members={members} />
            ))}
          </ul>
        )}
      </PagedList>
      {mayWrite && <Composer entry={entry} members={members} />}
    </section>
  );
}

function OneComment({ comment, members }: { comment: Comment; members: Member[] }) {
  const { id, feedback_id, body, body_html, internal, visibility, author_role, author_avatar_url, created_at, mentioned_ids } =
    comment;
  const isRestricted = internal || comment.private;
  const member = members.find(({ user_id }) => user_id === comment.author_id);
  const author = comment.author_name ?? (member && nameOfMember(member));
  const name = author ?? (author_role === 'team' ? texts.team : texts.anonymous);
  const { slug } = useProject();
  const mayWork = useMay('member');
  const me = useOwnId();
  const [action, setAction] = useState<'edit' | 'delete'>();
  const call = useClient();
  const path = { id: feedback_id, comment_id: id };
  const update = useWrite('PATCH /v1/feedback/{id}/comments/{comment_id}', { refreshes: ['/v1/feedback'] });
  return (
    <li id={id} ref={scrollToLinked} className={isRestricted ? 'comment restricted' : 'comment'}>
      <header>
        {author && <Avatar name={author} url={author_avatar_url} />}
        <strong dir="auto">{name}</strong>
        {author_role === 'team' && author && <span className="tag">{texts.team}</span>}
        {internal && <span className="tag warn">{texts.internalBadge}</span>}
        {comment.private && <span className="tag warn">{texts.privateTo(comment.recipient_name)}</span>}
        {visibility === 'pending' && <span className="tag warn">{texts.waits}</span>}
        <span className="soft grow">
          <Time iso={created_at} />
        </span>
        {mayWork && visibility === 'pending' && (
          <Button isPending={update.isPending} onPress={() => update.mutate({ path, body: { visibility: 'public' } })}>
            {texts.approve}
          </Button>
        )}
        <CommentMenu
          author={name}
          onCopy={() =>
            void navigator.clipboard
              .writeText(`${location.origin}/projects/${slug}/feedback/${feedback_id}#${id}`)
              .then(() => showToast(texts.commentLinkCopied))
          }
          onEdit={mayWork && me !== undefined && comment.author_id === me ? () => setAction('edit') : undefined}
          onDelete={mayWork ? () => setAction('delete') : undefined}
        />
      </header>
      {action === 'edit' ? (
        <Form
          onSubmit={async (text) => {
            await call('PATCH /v1/feedback/{id}/comments/{comment_id}', { path, body: { body: text('edited') } });
            await refresh('/v1/feedback');
            setAction(undefined);
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField
                name="edited"
                label={texts.editComment}
                isLabelHidden
                rows={4}
                maxLength={10_000}
                defaultValue={body}
                autoFocus
              />
              <FormActions label={common.save} onCancel={() => setAction(undefined)} isBusy={isBusy} />
            </>
          )}
        </Form>
      ) : (
        <RenderedMentions
          html={body_html}
          text={body}
          members={members.filter(({ user_id }) => mentioned_ids?.includes(user_id))}
        />
      )}
      {action === 'delete' && (
        <Confirm
          title={texts.deleteComment}
          label={common.delete}
          onClose={() => setAction(undefined)}
          onConfirm={async () => {
            await call('DELETE /v1/feedback/{id}/comments/{comment_id}', { path });
            await refresh('/v1/feedback');
          }}
        >
          <p className="said">{body}</p>
        </Confirm>
      )}
    </li>
  );
}

/** Shows the comment that the address names. */
const scrollToLinked = (item: HTMLLIElement | null) => {
  if (item && location.hash === `#${item.id}`) item.scrollIntoView({ block: 'center' });
};

interface CommentMenuProps {
  author: string;
  onCopy: () => void;
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}

const CommentMenu = ({ author, onCopy, onEdit, onDelete }: CommentMenuProps) => (
  <span className="comment-menu">
    <Menu
      label={texts.commentActions(author)}
      trigger={
        <IconButton label={texts.commentActions(author)}>
          <MoreHorizontal size={16} />
        </IconButton>
      }
    >
      <MenuItem icon={<LinkIcon size={15} />} onAction={onCopy}>
        {texts.copyCommentLink}
      </MenuItem>
      {onEdit && (
        <MenuItem icon={<Pencil size={15} />} onAction={onEdit}>
          {common.edit}
        </MenuItem>
      )}
      {onDelete && (
        <MenuItem icon={<Trash2 size={15} />} isDanger onAction={onDelete}>
          {common.delete}
        </MenuItem>
      )}
    </Menu>
  </span>
);

const KINDS = ['public', 'private', 'internal'] as const;

/** Form for a comment: a public reply, a private answer to the submitter, or an internal note. Its text survives reloads. */
function Composer({ entry, members }: { entry: Feedback; members: Member[] }) {
  const call = useClient();
  const [body, setBody] = useDraft(`comment.${entry.id}`);
  const [wasDraft] = useState(body !== '');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('public');
  const me = useOwnId();
  const requestMembers = useMemberRequest();
  const isNameless = members.some(({ user_id, name }) => user_id === me && !name);
  const submit = async () => {
    // A restored draft may be sent before the members are loaded. A project has at least one.
    const known = members.length ? members : await requestMembers();
    await call('POST /v1/feedback/{id}/comments', {
      path: { id: entry.id },
      body: { body, internal: kind === 'internal', private: kind === 'private', mentioned_ids: findMentioned(body, known) },
    });
    setBody('');
    await refresh('/v1/feedback');
  };
  return (
    <Form onSubmit={submit}>
      {({ isBusy }) => (
        <>
          <MentionField
            name="body"
            label={texts.commentKinds[kind].label}
            placeholder={`${texts.writeComment} – ${people.mentionHint}`}
            value={body}
            onChange={setBody}
            maxLength={10_000}
            members={members.filter(({ user_id }) => user_id !== me)}
          />
          {wasDraft && body && <p className="hint">{people.draft}</p>}
          <div className="actions spread">
            <div className="comment-kind">
              <ToggleButtonGroup
                className="choice-bar"
                aria-label={texts.commentKind}
                selectionMode="single"
                disallowEmptySelection
                selectedKeys={[kind]}
                onSelectionChange={([next]) => setKind(next as typeof kind)}
              >
                {KINDS.map((one) => (
                  <ToggleButton key={one} id={one} className="choice">
                    {texts.commentKinds[one].label}
                  </ToggleButton>
                ))}
              </ToggleButtonGroup>
              <p className="hint">{texts.commentKinds[kind].hint(entry.submitter_name)}</p>
            </div>
            <Button type="submit" look="primary" isPending={isBusy}>
              {texts.comment}
            </Button>
          </div>
          {/* Last, because Tab leads from the text to the choice and the button. */}
          {isNameless && (
            <p className="hint">
              {people.nameless} <Link to="/account">{people.setName}</Link>
            </p>
          )}
        </>
      )}
    </Form>
  );
}
