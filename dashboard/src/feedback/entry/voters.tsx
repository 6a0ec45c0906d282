import { VOTER_SORTS, type VoterSort } from '@earshot/contract/services/feedback/values';
import type { Feedback, FeedbackVoter } from '@earshot/sdk';
import { feedback as texts } from '../texts/en/feedback.ts';
import { people } from '#texts/people';
import { Link } from '@tanstack/react-router';
import { Copy, MoreHorizontal, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { PersonField } from '../../people/person-field.tsx';
import { Avatar } from '../../people/avatar.tsx';
import { type Person, textOfPerson } from '../../people/person.ts';
import { useProject } from '../../projects/projects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Time } from '../../ui/time.tsx';
import { showProblem, showToast } from '../../ui/toast.tsx';
import { locale } from '../../texts/plural.ts';

const PAGE_SIZE = 25;
const MAX_FACES = 5;
const REFRESHES = '/v1/feedback';

interface VotersProps {
  entry: Feedback;
  /** Opens the dialog for a vote on behalf of a person. Undefined when the user may not add votes. */
  onAdd: (() => void) | undefined;
}

const useVoters = (id: string, sort: VoterSort = 'newest', page = 1) =>
  useRead('GET /v1/feedback/{id}/voters', { path: { id }, query: { sort, page, limit: PAGE_SIZE } }, { keep: true });

const nameVoter = ({ name, email, user_id }: FeedbackVoter) => name ?? email ?? user_id;

/** Faces of a few voters, with a button that shows all of them. */
export function VoterFaces({ entry: { id, upvote_count, downvote_count }, onShow }: { entry: Feedback; onShow: () => void }) {
  const { data } = useVoters(id);
  const count = upvote_count + downvote_count;
  if (!count) return texts.noVoters;
  const names = (data?.data ?? []).flatMap((voter) => nameVoter(voter) ?? []).slice(0, MAX_FACES);
  return (
    <AriaButton className="voter-faces" onPress={onShow}>
      {names.length > 0 && (
        <span className="faces">
          {names.map((name, index) => (
            <Avatar key={index} name={name} />
          ))}
        </span>
      )}
      {texts.voterCount(count)}
    </AriaButton>
  );
}

/** People who voted on an entry, with their companies and revenue as far as the directory knows them. */
export function Voters({ entry: { id, upvote_count, downvote_count }, onAdd }: VotersProps) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<VoterSort>('newest');
  const voters = useVoters(id, sort, page);
  const { company_count: companies = 0, mrr = null, mrr_unknown: unknown = 0 } = voters.data ?? {};
  const isKnown = companies > 0 || mrr !== null;
  return (
    <section aria-label={texts.voters}>
      <div className="section-head">
        <p className="voter-sum">
          {upvote_count + downvote_count > 0 &&
            [
              texts.balance(upvote_count, downvote_count),
              ...(companies ? [texts.companyCount(companies)] : []),
              ...(mrr === null ? [] : [texts.mrr(mrr)]),
              ...(mrr === null || !unknown ? [] : [texts.withoutMrr(unknown)]),
            ].join(' · ')}
        </p>
        {onAdd && (
          <Button icon={<Plus size={15} />} onPress={onAdd}>
            {people.voteOnBehalf}
          </Button>
        )}
      </div>
      <PagedList
        query={voters}
        skeleton={<Skeleton lines={Math.min(upvote_count + downvote_count, PAGE_SIZE)} height="1.7rem" />}
        empty={<p className="soft">{texts.noVoters}</p>}
        onPage={setPage}
      >
        {(items) => (
          <Table
            label={texts.voters}
            head={[people.voter, ...(isKnown ? [texts.company, texts.plan, texts.revenue] : []), texts.votedAt, '']}
            numbers={[texts.revenue]}
            sorting={{
              columns: mrr === null ? {} : { [texts.revenue]: 'mrr', [texts.votedAt]: 'newest' },
              ascending: [],
              value: sort,
              onChange: (next) => {
                setSort(VOTER_SORTS.find((one) => one === next) ?? 'newest');
                setPage(1);
              },
            }}
          >
            {items.map((voter, index) => (
              // Voters may have no name or id, so the index is the key.
              <VoterRow key={index} voter={voter} isKnown={isKnown} mayRevoke={onAdd !== undefined} />
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

interface VoterRowProps {
  voter: FeedbackVoter;
  /** Whether the table has columns for what the directory knows. */
  isKnown: boolean;
  mayRevoke: boolean;
}

function VoterRow({ voter, isKnown, mayRevoke }: VoterRowProps) {
  const { slug } = useProject();
  const { email, role, vote, proof, created_at, person_id, company, plan, mrr } = voter;
  const known = nameVoter(voter);
  const name = <span dir="auto">{known ?? texts.anonymous}</span>;
  return (
    <tr>
      <td>
        <span className="voter" title={email ?? undefined}>
          {known && <Avatar name={known} />}
          {person_id ? (
            <Link to="/projects/$slug/people/$id" params={{ slug, id: person_id }}>
              {name}
            </Link>
          ) : known ? (
            name
          ) : (
            <span className="soft">{name}</span>
          )}
          {role === 'team' && <span className="tag">{texts.team}</span>}
          {vote === 'down' && <span className="tag warn">{texts.against}</span>}
          {proof === 'on_behalf' && <span className="tag">{people.onBehalf}</span>}
          {texts.proofs[proof] && <span className="tag">{texts.proofs[proof]}</span>}
        </span>
      </td>
      {isKnown && (
        <>
          <td>
            {company && (
              <Link to="/projects/$slug/people/companies/$id" params={{ slug, id: company.id }} dir="auto">
                {company.name ?? company.id}
              </Link>
            )}
          </td>
          <td>{plan}</td>
          <td className="number">{mrr?.toLocaleString(locale, { maximumFractionDigits: 2 })}</td>
        </>
      )}
      <td className="soft">
        <Time iso={created_at} />
      </td>
      <td className="end">
        <VoterMenu voter={voter} mayRevoke={mayRevoke} />
      </td>
    </tr>
  );
}

function VoterMenu({ voter, mayRevoke }: { voter: FeedbackVoter; mayRevoke: boolean }) {
  const { feedback_id, email, on_behalf_id: voteId } = voter;
  const call = useClient();
  const revoke = async (vote_id: string) => {
    try {
      await call('DELETE /v1/feedback/{id}/voters/{vote_id}', { path: { id: feedback_id, vote_id } });
      showToast(people.voteRevoked);
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh(REFRESHES);
  };
  const isRevocable = voteId && mayRevoke;
  if (!email && !isRevocable) return undefined;
  const label = people.voteActions(nameVoter(voter) ?? people.somebody);
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label}>
          <MoreHorizontal size={16} />
        </IconButton>
      }
    >
      {email && (
        <MenuItem
          icon={<Copy size={15} />}
          onAction={() =>
            void copyText(email).then(
              () => showToast(people.addressCopied),
              (error: unknown) => showProblem(toSentence(error)),
            )
          }
        >
          {people.copyAddress}
        </MenuItem>
      )}
      {isRevocable && (
        <MenuItem icon={<Undo2 size={15} />} onAction={() => void revoke(voteId)}>
          {people.revoke}
        </MenuItem>
      )}
    </Menu>
  );
}

/** Dialog that votes on behalf of a person. */
export function VoteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const call = useClient();
  const [person, setPerson] = useState<Person>({});
  const submit = async () => {
    if (!person.email && !person.user_id) throw new Error(people.addressRequired);
    await call('POST /v1/feedback/{id}/voters', { path: { id }, body: person });
    onClose();
    showToast(people.voteAdded(person.name ?? textOfPerson(person)));
    await refresh(REFRESHES);
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={people.voteTitle}>
      <Form onSubmit={submit}>
        {({ isBusy }) => (
          <>
            <PersonField label={people.voter} hint={people.voterHint} onChange={setPerson} autoFocus />
            <FormActions label={people.vote} onCancel={onClose} isBusy={isBusy} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
