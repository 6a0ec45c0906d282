import { REACTION_EMOJI, REACTIONS } from '@earshot/contract/services/changelog/values';
import type { ChangelogEntry } from '@earshot/sdk';
import { changelog as texts } from './texts/en/changelog.ts';
import { Eye } from 'lucide-react';
import { formatNumber, locale } from '../texts/plural.ts';

/** Views of a published entry and reactions to it. */
export function EntryFigures({ entry: { status, view_count: views = 0, reactions } }: { entry: ChangelogEntry }) {
  if (status !== 'published') return undefined;
  return (
    <span className="entry-figures">
      <span title={texts.views(views)}>
        <Eye size={14} aria-hidden /> {formatNumber(views)}
        <span className="unseen">{texts.views(views)}</span>
      </span>
      {reactions &&
        REACTIONS.filter((reaction) => reactions[reaction] > 0).map((reaction) => (
          <span key={reaction} title={texts.reactions[reaction]}>
            <span aria-hidden>{REACTION_EMOJI[reaction]}</span> {reactions[reaction].toLocaleString(locale)}
            <span className="unseen">{texts.reactions[reaction]}</span>
          </span>
        ))}
    </span>
  );
}
