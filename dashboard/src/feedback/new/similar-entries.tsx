import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '../texts/en/feedback.ts';
import { people } from '#texts/people';
import { Link } from '@tanstack/react-router';
import { ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { type Person, textOfPerson } from '../../people/person.ts';
import { useProject } from '../../projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { useDebounced } from '../../ui/debounce.ts';
import { showToast } from '../../ui/toast.tsx';
import { StatusName } from '../status.tsx';

/** Shorter titles are similar to nothing, or to everything. */
const MIN_TITLE_LENGTH = 3;

interface SimilarEntriesProps {
  /** Title of a new entry, while it is typed. */
  title: string;
  /** Submitter of the new entry. */
  person: Person;
  /** Called after a vote for an existing entry, which makes the new one needless. */
  onVoted: () => void;
}

/** Existing entries with a similar title, each with a vote of the submitter as an alternative to a new entry. */
export function SimilarEntries({ title, person, onVoted }: SimilarEntriesProps) {
  const words = useDebounced(title.trim());
  const isLongEnough = words.length >= MIN_TITLE_LENGTH;
  const similar = useRead(
    'GET /v1/feedback/similar',
    { query: { title: words } },
    { enabled: isLongEnough, keep: true, staleTime: 60_000 },
  );
  const entries = isLongEnough ? (similar.data?.data ?? []).filter(({ merged_into }) => !merged_into) : [];
  const isCurrent = words === title.trim() && similar.isSuccess && !similar.isFetching;
  const mayVote = person.email !== undefined || person.user_id !== undefined;
  return (
    <>
      <p role="status" className="unseen">
        {isLongEnough && isCurrent && texts.similarCount(entries.length)}
      </p>
      {entries.length > 0 && (
        <section className="similar" aria-label={texts.similar}>
          <h3>{texts.similar}</h3>
          <ul aria-label={texts.similar}>
            {entries.map((entry) => (
              <SimilarEntry key={entry.id} entry={entry} person={mayVote ? person : undefined} onVoted={onVoted} />
            ))}
          </ul>
          {!mayVote && <p className="hint">{texts.similarHint}</p>}
        </section>
      )}
    </>
  );
}

interface SimilarEntryProps {
  entry: Feedback;
  /** Undefined without an address or a user id, which a vote requires. */
  person: Person | undefined;
  onVoted: () => void;
}

function SimilarEntry({ entry, person, onVoted }: SimilarEntryProps) {
  const { id, title, upvote_count } = entry;
  const { slug } = useProject();
  const call = useClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const vote = async (voter: Person, name: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await call('POST /v1/feedback/{id}/voters', { path: { id }, body: voter });
      onVoted();
      showToast(people.voteAdded(name));
      await refresh('/v1/feedback');
    } catch (error) {
      setProblem(toSentence(error));
    }
    setBusy(false);
  };
  const name = person && (person.name ?? textOfPerson(person));
  return (
    <li>
      <span className="votes" title={texts.voteCount(upvote_count)}>
        <ChevronUp size={14} aria-hidden />
        {upvote_count}
        <span className="unseen">{texts.votes}</span>
      </span>
      {/* A new tab, so that the new entry is not lost. */}
      <Link to="/projects/$slug/feedback/$id" params={{ slug, id }} target="_blank" className="grow" dir="auto">
        {title}
        <span className="unseen"> {texts.newTab}</span>
      </Link>
      <StatusName entry={entry} />
      {person && name && (
        <Button aria-label={texts.voteInsteadOn(name, title)} isPending={isBusy} onPress={() => void vote(person, name)}>
          {texts.voteInstead(name)}
        </Button>
      )}
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
    </li>
  );
}
