import { Type } from 'typebox';
import { Id } from '../../shared/common.ts';
import { declareEvents } from '../../shared/events.ts';

const data = Type.Object({ index_id: Id('idx'), query: Type.String({ examples: ['csv export'] }) });

export const events = declareEvents('MissedSearchEvent', data, {
  'knowledge_base.searched_without_results': {
    when: 'A search in the knowledge base had no results',
    payload:
      '`data` has the index and the search text, in which email addresses are masked. Sent at most once an hour for a search text and its inflections.',
  },
});
