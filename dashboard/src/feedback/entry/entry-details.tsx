import { TYPES, VISIBILITIES } from '@earshot/contract/services/feedback/values';
import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '../texts/en/feedback.ts';
import { people } from '#texts/people';
import { boards as boardTexts } from '#texts/settings/boards';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { useRead } from '../../api.ts';
import { useProject } from '../../projects/projects.ts';
import { Select } from '../../ui/field.tsx';
import { Rendered } from '../../ui/rendered.tsx';
import { Tags } from '../../ui/tags.tsx';
import { Time } from '../../ui/time.tsx';
import { Assignee, DueDate } from '../assignment.tsx';
import { useBoards } from '../boards.ts';
import type { Changes } from '../changes.ts';
import { FieldFacts } from '../fields/values.tsx';
import { StatusName } from '../status.tsx';
import { VoterFaces } from './voters.tsx';

/** Description and picture of an entry. */
export const Description = ({ entry: { description, description_html, image_url } }: { entry: Feedback }) => (
  <>
    {description ? <Rendered html={description_html} text={description} /> : <p className="soft">{texts.noDescription}</p>}
    {image_url && (
      <a href={image_url} target="_blank" rel="noreferrer">
        <img className="picture" src={image_url} alt={texts.image} referrerPolicy="no-referrer" />
      </a>
    )}
  </>
);

interface FactsProps {
  entry: Feedback;
  /** Undefined for an entry that can't be changed. */
  onChange: ((changes: Changes) => void) | undefined;
  /** Undefined where voters have no place. */
  onShowVoters?: () => void;
  /** Elements that shortcuts focus. */
  assignee: Ref<HTMLDivElement>;
  due: Ref<HTMLDivElement>;
}

/** Properties of an entry, each of which can be changed in place. */
export function Facts({ entry, onChange, onShowVoters, assignee, due }: FactsProps) {
  const { slug } = useProject();
  const boards = useBoards();
  return (
    <dl className="facts">
      <Fact label={texts.votes}>
        {texts.balance(entry.upvote_count, entry.downvote_count)}
        {entry.search_count ? <span className="soft"> · {texts.searchCount(entry.search_count)}</span> : undefined}
      </Fact>
      {onShowVoters && (
        <Fact label={texts.voters}>
          <VoterFaces entry={entry} onShow={onShowVoters} />
        </Fact>
      )}
      <Fact label={texts.submitter}>
        {entry.submitter_name ?? texts.anonymous}{' '}
        {entry.submitter_email && <a href={`mailto:${entry.submitter_email}`}>{entry.submitter_email}</a>}
        <div className="soft">
          <Time iso={entry.created_at} />
        </div>
      </Fact>
      {entry.from_query && <Fact label={texts.searchedFor}>“{entry.from_query}”</Fact>}
      <Fact label={people.assignee}>
        <div ref={assignee}>
          <Assignee entry={entry} onChange={onChange} />
        </div>
      </Fact>
      <Fact label={people.due}>
        <div ref={due}>
          <DueDate entry={entry} onChange={onChange} />
        </div>
      </Fact>
      <Fact label={texts.type}>
        {onChange ? (
          <Select
            label={texts.type}
            isLabelHidden
            options={TYPES.map((id) => ({ id, label: texts.types[id] }))}
            value={entry.type}
            onChange={(type) => onChange({ type })}
          />
        ) : (
          texts.types[entry.type]
        )}
      </Fact>
      {boards.length > 1 && (
        <Fact label={boardTexts.board}>
          {onChange ? (
            <Select
              label={boardTexts.board}
              isLabelHidden
              options={boards.map(({ id, name }) => ({ id, label: name }))}
              value={entry.board_id}
              onChange={(board_id) => onChange({ board_id })}
            />
          ) : (
            boards.find(({ id }) => id === entry.board_id)?.name
          )}
        </Fact>
      )}
      <Fact label={texts.visibility}>
        {onChange ? (
          <Select
            label={texts.visibility}
            isLabelHidden
            options={VISIBILITIES.map((id) => ({ id, label: texts.visibilities[id] }))}
            value={entry.visibility ?? 'public'}
            onChange={(visibility) => onChange({ visibility })}
          />
        ) : (
          texts.visibilities[entry.visibility ?? 'public']
        )}
      </Fact>
      <Fact label={texts.tags}>
        <Tags
          tags={entry.tags}
          renderTag={(tag) => (
            <Link to="/projects/$slug/feedback" params={{ slug }} search={{ tag }} title={texts.showTag(tag)}>
              {tag}
            </Link>
          )}
          onChange={onChange && ((tags) => onChange({ tags }))}
        />
      </Fact>
      <FieldFacts entry={entry} onChange={onChange} />
      {entry.metadata && Object.keys(entry.metadata).length > 0 && (
        <Fact label={texts.metadata}>
          <Metadata metadata={entry.metadata} />
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Custom data of an entry by name, with addresses as links, and as it was sent. */
const Metadata = ({ metadata }: { metadata: Record<string, unknown> }) => (
  <>
    <dl className="metadata">
      {Object.entries(metadata).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">
            {typeof value === 'string' && /^https?:\/\//.test(value) ? (
              <a href={value} target="_blank" rel="noreferrer">
                {value}
              </a>
            ) : typeof value === 'string' ? (
              value
            ) : (
              JSON.stringify(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
    <details>
      <summary>{texts.raw}</summary>
      <pre tabIndex={0}>{JSON.stringify(metadata, null, 2)}</pre>
    </details>
  </>
);

/** Other entries with a similar title. */
export function Similar({ entry }: { entry: Feedback }) {
  const { slug } = useProject();
  const { id: feedback_id, title: sought } = entry;
  const similar = useRead('GET /v1/feedback/similar', { query: { title: sought, feedback_id } }, { staleTime: 60_000 });
  const others = similar.data?.data ?? [];
  if (!others.length) return undefined;
  return (
    <section>
      <h2>
        {texts.similar} <span className="soft">{others.length}</span>
      </h2>
      <ul className="plain-list">
        {others.map(({ id, title, upvote_count, ...other }) => (
          <li key={id}>
            <Link to="/projects/$slug/feedback/$id" params={{ slug, id }} dir="auto">
              {title}
            </Link>
            <span className="row-meta">
              <StatusName entry={other} />
              <span>{texts.voteCount(upvote_count)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
