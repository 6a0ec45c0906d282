import { common } from '#texts/common';
import type { Query } from '@earshot/sdk';
import { analytics as texts } from '../texts/en/analytics.ts';
import { reports } from '../texts/en/reports.ts';
import { useRead } from '../../api.ts';
import { Select } from '../../ui/field.tsx';
import { withoutGoal } from '../report-query.ts';

const MAX_PROPERTIES = 50;
/** Amounts are sums, not groups of visitors, and viewers of shared links must not see them. */
const REVENUE = /^revenue(\.|$)/;

interface DimensionSelectProps {
  label: string;
  report: Query<'GET /v1/analytics/overview'>;
  /** Empty for no dimension. */
  value: string;
  /** Dimension that cannot be chosen. */
  except?: string;
  onChange: (by: string) => void;
}

/** Choice of a dimension or none, with the properties of the events of the period. */
export function DimensionSelect({ label, report, value, except, onChange }: DimensionSelectProps) {
  const query = { ...withoutGoal(report), limit: MAX_PROPERTIES };
  const properties = useRead('GET /v1/analytics/properties', { query }, { keep: true });
  const found = (properties.data?.data ?? []).map((row) => row.value).filter((name) => !REVENUE.test(name));
  const dimensions = [...Object.keys(texts.dimensions), ...found.map((name) => `property:${name}`)];
  // A link can name a property without events in the period.
  const options = value === '' || dimensions.includes(value) ? dimensions : [...dimensions, value];
  return (
    <Select
      label={label}
      options={[
        { id: '', label: reports.noDimension },
        ...options.filter((id) => id !== except).map((id) => ({ id, label: renderDimension(id) })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

const renderDimension = (by: string) => texts.dimensions[by] ?? texts.property + common.colon + by.replace(/^property:/, '');
