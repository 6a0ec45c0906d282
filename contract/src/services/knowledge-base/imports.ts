import { Body, Id } from '../../shared/common.ts';
import { newDocument } from './schemas.ts';

export const ArticleRecord = Body({
  index_id: Id('idx', 'Index that the article is added to'),
  ...newDocument,
});
