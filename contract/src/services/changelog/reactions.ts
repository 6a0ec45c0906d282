import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf } from '../../shared/common.ts';
import { REACTIONS } from './values.ts';

const count = () => Type.Integer({ minimum: 0, examples: [3] });

/** Numbers of readers by reaction. */
export const reactionCounts = () =>
  Type.Object({ like: count(), love: count(), celebrate: count() }, { description: 'Number of readers by reaction' });

export const ChangelogReactions = Component('ChangelogReactions', {
  reactions: reactionCounts(),
  viewer_reaction: Nullable(OneOf(REACTIONS, { description: 'Reaction of the reader' })),
});

export const React = Body({ reaction: OneOf(REACTIONS) }, { examples: [{ reaction: 'celebrate' }] });

export const ViewChangelog = Body(
  { ids: Type.Array(Id('cl'), { minItems: 1, maxItems: 50, uniqueItems: true, description: 'Entries that the reader sees' }) },
  { examples: [{ ids: ['cl_01kaga0zrefb8tqs3yh4kx9m2d'] }] },
);

export const ReactionHeaders = Type.Object({
  'x-user-token': Type.Optional(Type.String({ description: 'JWT that your server signed for the user' })),
  'x-visitor-id': Type.Optional(
    Type.String({
      description: 'Identifies an anonymous visitor: a UUID stored by the client',
      examples: ['6f1c2f9a-0f0e-4b0a-9a53-2f1f0f7e9a11'],
    }),
  ),
});
