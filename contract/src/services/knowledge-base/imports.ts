import { Type } from 'typebox';
import { Body, Id } from '../../shared/common.ts';
import { newDocument } from './schemas.ts';

export const ArticleRecord = Body({
  index_id: Type.Optional(Id('idx', 'Index that the article is added to. Default: the only index of the project.')),
  ...newDocument,
});
