import { TIMELINE_KINDS, type TimelineKind } from '@earshot/contract/instance/values';
import type { TimelineEntry } from '@earshot/sdk';
import { directory as texts } from '#texts/directory';
import { Link } from '@tanstack/react-router';
import {
  ChevronDown,
  ChevronUp,
  Hourglass,
  Inbox,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquare,
  MessageSquareQuote,
  MousePointerClick,
  Search,
  ShieldQuestionMark,
} from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { useProject } from '../../projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { toPlainText } from '../../ui/plain-text.ts';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';

const PAGE_SIZE = 30;

const ICONS: Record<TimelineKind, LucideIcon> = {
  event: MousePointerClick,
  feedback: Inbox,
  vote: ChevronUp,
  comment: MessageSquare,
  waitlist: Hourglass,
  testimonial: MessageSquareQuote,
  subscription: Megaphone,
  mail: Mail,
  search: Search,
};

/** Texts of entries that are shown in another form. */
const describe: Partial<Record<TimelineKind, (text: string) => string>> = {
  search: texts.results,
  feedback: toPlainText,
  comment: toPlainText,
  testimonial: toPlainText,
};

/** The person or company whose timeline is shown. */
type Subject = { personId: string } | { companyId: string };

/** Timeline of a person or of the people of a company, the latest entries first. */
export function Timeline(subject: Subject) {
  const [kind, setKind] = useState<TimelineKind>();
  return (
    <section aria-labelledby="timeline">
      <div className="panel-head">
        <h2 id="timeline">{texts.timeline}</h2>
        <FilterChoice label={texts.kind} values={TIMELINE_KINDS} names={texts.kinds} value={kind} onChange={setKind} />
      </div>
      <Entries key={kind ?? ''} subject={subject} kind={kind} before={undefined} />
    </section>
  );
}

interface EntriesProps {
  subject: Subject;
  kind: TimelineKind | undefined;
  before: string | undefined;
}

/** A page of a timeline, and the following pages after a click. */
function Entries({ subject, kind, before }: EntriesProps) {
  const [showsOlder, showOlder] = useState(false);
  const query = { kind, before, limit: PAGE_SIZE };
  const isPerson = 'personId' in subject;
  const id = isPerson ? subject.personId : subject.companyId;
  const ofPerson = useRead('GET /v1/people/{id}/timeline', { path: { id }, query }, { enabled: isPerson });
  const ofCompany = useRead('GET /v1/companies/{id}/timeline', { path: { id }, query }, { enabled: !isPerson });
  const page = isPerson ? ofPerson : ofCompany;
  return (
    <Loaded query={page} skeleton={<Skeleton lines={6} height="2rem" />}>
      {({ data, next_before: next }) => (
        <>
          {before === undefined && data.some(({ proven }) => !proven) && <p className="hint">{texts.unprovenHint}</p>}
          {data.length === 0 && <p className="soft">{texts.noEntries}</p>}
          <ol className="timeline">
            {data.map((entry, index) => (
              <Entry key={`${entry.occurred_at} ${index}`} entry={entry} />
            ))}
          </ol>
          {next !== null &&
            (showsOlder ? (
              <Entries subject={subject} kind={kind} before={next} />
            ) : (
              <Button onPress={() => showOlder(true)}>{texts.older}</Button>
            ))}
        </>
      )}
    </Loaded>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { kind, occurred_at, text, proven } = entry;
  const isAgainst = kind === 'vote' && text === 'down';
  const Icon = isAgainst ? ChevronDown : ICONS[kind];
  const isView = kind === 'event' && entry.title === 'page_view';
  return (
    <li>
      <Icon size={16} aria-hidden />
      <div>
        <span className="soft">{isAgainst ? texts.votedAgainst : isView ? texts.pageView : texts.did[kind]}</span>{' '}
        {!isView && <Title entry={entry} />}
        {!proven && (
          <span className="unproven" role="img" aria-label={texts.unproven} title={texts.unproven}>
            <ShieldQuestionMark size={14} />
          </span>
        )}
        {text !== null && kind !== 'vote' && kind !== 'mail' && (
          <p className={kind === 'event' ? undefined : 'soft'} dir="auto">
            {describe[kind]?.(text) ?? text}
          </p>
        )}
      </div>
      <Time iso={occurred_at} />
    </li>
  );
}

/** The record of an entry, as a link if it has a page. */
function Title({ entry: { kind, id, title } }: { entry: TimelineEntry }) {
  const { slug } = useProject();
  if (kind === 'testimonial') return <span>{texts.rating(Number(title))}</span>;
  if (kind === 'waitlist' || kind === 'subscription') return null;
  if (id === null || kind === 'mail' || kind === 'event' || kind === 'search') return <span dir="auto">{title}</span>;
  return (
    <Link to="/projects/$slug/feedback/$id" params={{ slug, id }} dir="auto">
      {title}
    </Link>
  );
}
