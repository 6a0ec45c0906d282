import { ALERT_CONDITIONS, ALERT_DISABLED_REASONS, ALERT_METRICS } from '@earshot/contract/services/analytics/values';
import type { ArchivedTables } from '../../../platform/postgres/archived.ts';

/** The tables of analytics in the archives of projects. Events are in ClickHouse: see events.ts. */
export const archivedAnalytics: ArchivedTables = {
  tables: [
    { table: 'analytics_goals', ids: { id: 'goal' } },
    { table: 'analytics_annotations', ids: { id: 'ann', changelog_entry_id: 'cl' } },
    { table: 'analytics_segments', ids: { id: 'seg' } },
    { table: 'analytics_funnels', ids: { id: 'fnl' } },
    {
      table: 'analytics_alerts',
      ids: { id: 'alr', goal_id: 'goal' },
      // A restored alert learns what is usual again, and does not report the past.
      omitted: ['state', 'streak', 'evaluated_until', 'low_ignored_until'],
      values: { metric: ALERT_METRICS, condition: ALERT_CONDITIONS, disabled_reason: ALERT_DISABLED_REASONS },
    },
    { table: 'analytics_alert_triggers', ids: { id: 'alt', alert_id: 'alr' }, values: { condition: ALERT_CONDITIONS } },
    { table: 'analytics_intake', ids: {} },
  ],
  counted: ['analytics_event_counts'],
  omitted: {
    analytics_browser_events: 'recognizes browsers for two days',
    analytics_drops: 'the last rejected event of each reason, for the setup of the tracker',
    analytics_event_counts: 'counted again from the events',
    analytics_event_ids: 'ids of events that can still be repeated',
    analytics_finalized_days: 'rollups are built again from the events',
    analytics_imports: 'written to ClickHouse before the export',
    analytics_inbox: 'written to ClickHouse before the export',
    analytics_search_consoles: 'has a key; search terms are fetched again after a new connection',
    analytics_shares: 'links are secrets; create new ones',
    analytics_touched_hours: 'rollups are built again from the events',
  },
};
