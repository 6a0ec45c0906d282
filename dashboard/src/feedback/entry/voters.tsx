import { VOTER_SORTS, type VoterSort } from '@earshot/contract/services/feedback/values';
import type { Feedback, FeedbackVoter } from '@earshot/sdk';
import { feedback as texts } from '#texts/feedback';
import { people } from '#texts/people';
import { Link } from '@tanstack/react-router';
import { Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { PersonField } from '../../people/person-field.tsx';
import { Avatar } from '../../people/avatar.tsx';
import { type Person, textOfPerson } from '../../people/person.ts';
import { useProject } from '../../projects/projects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, Select } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { PagedList } from '../../ui/pagination.tsx';
import { Time } from '../../ui/time.tsx';
import { showProblem, showToast } from '../../ui/toast.tsx';

const PAGE_SIZE = 10;

interface VotersProps {
  entry: Feedback;
  /** Opens the dialog for a vote on behalf of a person. Undefined when the user may not add votes. */
  onAdd: (() => void) | undefined;
}

/** People who voted on an entry, with their companies and revenue as far as the directory knows them. */
export function Voters({ entry: { id, upvote_count, downvote_count }, onAdd }: VotersProps) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<VoterSort>('newest');
  const voters = useRead(
    'GET /v1/feedback/{id}/voters',
    { path: { id }, query: { sort, page, limit: PAGE_SIZE } },
    { keep: true },
  );
  const { company_count: companies = 0, mrr = null } = voters.data ?? {};
  return (
    <section>
      <div className="section-head">
        <h2>{texts.voters}</h2>
        {onAdd && (
          <Button icon={<Plus size={15} />} onPress={onAdd}>
            {people.voteOnBehalf}
          </Button>
        )}
      </div>
      {upvote_count + downvote_count > 0 && (
        <p className="voter-sum">
          {[
            texts.balance(upvote_count, downvote_count),
            ...(companies ? [texts.companyCount(companies)] : []),
            ...(mrr === null ? [] : [texts.mrr(mrr)]),
          ].join(' · ')}
        </p>
      )}
      {mrr !== null && (
        <Select
          label={texts.sortVoters}
          isLabelHidden
          options={VOTER_SORTS.map((one) => ({ id: one, label: texts.voterSorts[one] }))}
          value={sort}
          onChange={(next) => {
            setSort(next);
            setPage(1);
          }}
        />
      )}
      <PagedList query={voters} empty={<p className="soft">{texts.noVoters}</p>} onPage={setPage}>
        {(items) => (
          <ul className="history">
            {items.map((voter, index) => (
              // Voters may have no name or id, so the index is the key.
              <VoterRow key={index} voter={voter} mayRevoke={onAdd !== undefined} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function VoterRow({ voter, mayRevoke }: { voter: FeedbackVoter; mayRevoke: boolean }) {
  const { slug } = useProject();
  const { feedback_id, name, email, user_id, role, vote, proof, on_behalf_id: voteId, created_at } = voter;
  const { person_id, company, plan, mrr } = voter;
  const call = useClient();
  const known = name ?? email ?? user_id;
  const revoke = async (vote_id: string) => {
    try {
      await call('DELETE /v1/feedback/{id}/voters/{vote_id}', { path: { id: feedback_id, vote_id } });
      showToast(people.voteRevoked);
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/feedback');
  };
  return (
    <li className="voter" title={email ?? undefined}>
      {known && <Avatar name={known} />}
      {person_id ? (
        <Link to="/projects/$slug/people/$id" params={{ slug, id: person_id }} dir="auto">
          {known ?? texts.anonymous}
        </Link>
      ) : (
        <span dir="auto">{known ?? texts.anonymous}</span>
      )}
      {role === 'team' && <span className="tag">{texts.team}</span>}
      {vote === 'down' && <span className="tag warn">{texts.against}</span>}
      {proof === 'on_behalf' && <span className="tag">{people.onBehalf}</span>}
      {texts.proofs[proof] && <span className="tag">{texts.proofs[proof]}</span>}
      <span className="soft">
        <Time iso={created_at} />
      </span>
      {(company || plan || typeof mrr === 'number') && (
        <span className="voter-company soft">
          {company && (
            <Link to="/projects/$slug/people/companies/$id" params={{ slug, id: company.id }} dir="auto">
              {company.name ?? company.id}
            </Link>
          )}
          {plan && <span>{plan}</span>}
          {typeof mrr === 'number' && <span>{texts.mrr(mrr)}</span>}
        </span>
      )}
      {voteId && mayRevoke && (
        <IconButton label={people.revoke(known ?? people.somebody)} onPress={() => void revoke(voteId)}>
          <Undo2 size={15} />
        </IconButton>
      )}
    </li>
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
    await refresh('/v1/feedback');
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
