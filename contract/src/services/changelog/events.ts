import { declareEvents, EVENT_TIME, eventData } from '../../shared/events.ts';
import { ChangelogEntry } from './schemas.ts';

export const events = declareEvents('ChangelogEvent', eventData(ChangelogEntry, []), {
  'changelog.published': {
    when: 'A changelog entry was published',
    payload:
      '`data` is the changelog entry with its public `url`. Sent when an entry is published by hand or at its scheduled time, and again when it is unpublished and published again.',
    example: { status: 'published', published: true, published_at: EVENT_TIME, scheduled_at: null },
  },
});
