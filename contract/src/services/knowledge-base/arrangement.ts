import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, PageNumber } from '../../shared/common.ts';
import { categoryName, document, documentStatus } from './schemas.ts';
import { FIGURE_SORTS, INSIGHT_PERIODS } from './values.ts';

export const MAX_ORDERED_DOCUMENTS = 5_000;

export const DocumentOrder = Component('DocumentOrder', {
  categories: Type.Array(
    Type.Object({
      name: Nullable(Type.String({ description: 'Null for documents without a category', examples: ['Getting started'] })),
      documents: Type.Array(Type.Object({ id: Id('doc'), title: Type.String({ examples: ['Export your data'] }) })),
    }),
    { description: 'Categories and documents in the order of the public pages' },
  ),
});

export const OrderDocuments = Body(
  {
    categories: Type.Array(
      Type.Object(
        {
          name: Nullable(categoryName()),
          document_ids: Type.Array(Type.String({ maxLength: 200, description: 'Id of a document, or its `external_id`' }), {
            maxItems: MAX_ORDERED_DOCUMENTS,
            examples: [['doc_01kaga0zrefb8tqs3yh4kx9m2d']],
          }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 200, description: 'Categories in their order. Null is the name of the group without a category.' },
    ),
  },
  { examples: [{ categories: [{ name: 'Getting started', document_ids: ['doc_01kaga0zrefb8tqs3yh4kx9m2d'] }] }] },
);

export const FiguresQuery = Type.Object({
  period: Type.Optional(OneOf(INSIGHT_PERIODS, { default: '30d' })),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Text that titles contain, in upper or lower case' })),
  category: Type.Optional(Type.String({ maxLength: 5_000, description: 'Filter by category. Empty: documents without one.' })),
  status: Type.Optional(documentStatus('Filter by state. Default: all states.')),
  sort: Type.Optional(
    OneOf(FIGURE_SORTS, {
      default: 'order',
      description:
        '`order`: the order of the public pages. `title`: from A to Z. Others: largest or latest first; documents that nobody rated follow those with a rate.',
    }),
  ),
  ...PageNumber,
});

export const DocumentFigures = Component('DocumentFigures', {
  ...document,
  views: Type.Integer({
    description: 'Views of the public page of the document, and of the page of its `url` that analytics tracks, without bots',
    examples: [310],
  }),
  helpful: Type.Integer({ description: 'Number of ratings as helpful', examples: [24] }),
  not_helpful: Type.Integer({ examples: [3] }),
  searches: Type.Integer({ description: 'Searches in which the document was opened', examples: [57] }),
});
