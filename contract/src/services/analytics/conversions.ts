import { Type } from 'typebox';
import { Component, Id, ListOf, Nullable, Ref } from '../../shared/common.ts';
import { asOfProperty, reportQuery, stepFilters } from './query.ts';

export const ConversionsQuery = reportQuery;

export const GoalConversions = Component('AnalyticsGoalConversions', {
  goal_id: Id('goal'),
  name: Type.String({ examples: ['Signed up'] }),
  event: Nullable(Type.String({ description: 'Event of the goal. Null for goals on pages.', examples: ['signup'] })),
  page: Nullable(Type.String({ description: 'Page of the goal. Null for goals on events.', examples: ['/thanks'] })),
  filters: stepFilters,
  visitors: Type.Integer({ description: 'Unique visitors who completed the goal', examples: [24] }),
  conversions: Type.Integer({ description: 'Number of events that match the goal', examples: [30] }),
  conversion_rate: Nullable(
    Type.Number({
      description: 'Share of all visitors who completed the goal, from 0 to 1. Null without visitors.',
      examples: [0.12],
    }),
  ),
});

export const Conversions = Type.Object({ ...ListOf(Ref(GoalConversions)).properties, ...asOfProperty });
