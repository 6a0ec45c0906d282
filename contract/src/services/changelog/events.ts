import { declareEvents, EVENT_TIME, eventData } from '../../shared/events.ts';
import { AdoptionSummary } from './adoption.ts';
import { ChangelogEntry } from './schemas.ts';

const entryEvents = declareEvents('ChangelogEvent', eventData(ChangelogEntry, [], ['reactions', 'view_count']), {
  'changelog.published': {
    when: 'A changelog entry was published',
    payload:
      '`data` is the changelog entry with its public `url`. Sent when an entry is published by hand or at its scheduled time, and again when it is unpublished and published again.',
    example: { status: 'published', published: true, published_at: EVENT_TIME, scheduled_at: null },
  },
});

const adoptionEvents = declareEvents('ChangelogAdoptionEvent', eventData(AdoptionSummary, []), {
  'changelog.adoption_measured': {
    when: 'The window of a changelog entry with a success event or page ended',
    payload:
      '`data` is the adoption of the entry by the people who asked for it, as in the list of outcomes. Sent once, and again after a change of the publication, the success or the window. Fewer than five people are sent only to endpoints with `include_personal_data`.',
    example: { is_complete: true },
  },
});

export const events = { ...entryEvents, ...adoptionEvents };
