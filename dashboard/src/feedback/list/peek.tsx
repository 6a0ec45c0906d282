import type { Feedback } from '@earshot/sdk';
import { common } from '#texts/common';
import { feedback as texts } from '../texts/en/feedback.ts';
import { inbox } from '../texts/en/inbox.ts';
import { Link } from '@tanstack/react-router';
import { Maximize2, X } from 'lucide-react';
import { useRef } from 'react';
import { useRead } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { type Changes, useEntryChanges } from '../changes.ts';
import { Comments } from '../entry/comments.tsx';
import { Description, Facts, Similar } from '../entry/entry-details.tsx';
import { StatusMenu, StatusName } from '../status.tsx';

interface PeekProps {
  /** Entry of the list, which may lack what only its own page needs. */
  entry: Feedback;
  onClose: () => void;
}

/** Panel next to the list with the focused entry, which keeps the focus in the list. */
export default function Peek({ entry: listed, onClose }: PeekProps) {
  const { slug } = useProject();
  const { id } = listed;
  const whole = useRead('GET /v1/feedback/{id}', { path: { id }, query: { html: true } });
  const entry = whole.data ?? listed;
  const mayChange = useMay('member') && entry.merged_into === null;
  const { change, setStatus } = useEntryChanges();
  const set = (changes: Changes) => void change([entry], () => changes, texts.changed);
  const [assignee, due] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  return (
    <aside className="peek" aria-label={inbox.preview(entry.title)}>
      <header>
        {mayChange ? (
          <StatusMenu entry={entry} onChange={(choice) => void setStatus([entry], choice)} />
        ) : (
          <StatusName entry={entry} />
        )}
        <span className="grow" />
        <LinkButton icon={<Maximize2 size={15} />} to="/projects/$slug/feedback/$id" params={{ slug, id }}>
          {inbox.openPage}
        </LinkButton>
        <IconButton label={common.close} keys="Esc" onPress={onClose}>
          <X size={18} />
        </IconButton>
      </header>
      <div key={id} className="peek-body">
        <h2 dir="auto">
          <Link to="/projects/$slug/feedback/$id" params={{ slug, id }}>
            {entry.title}
          </Link>
        </h2>
        <Description entry={entry} />
        <Facts entry={entry} onChange={mayChange ? set : undefined} assignee={assignee} due={due} />
        <Similar entry={entry} />
        <section>
          <h2>{texts.comments}</h2>
          <Comments entry={entry} mayWrite={mayChange} />
        </section>
      </div>
    </aside>
  );
}
