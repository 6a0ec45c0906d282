import type { Query } from '@earshot/sdk';
import { analytics as texts } from '../texts/en/analytics.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/field.tsx';
import { ConditionRows } from './condition-rows.tsx';
import { type Condition, isComplete, newCondition, REPORT_DIMENSIONS } from './conditions.ts';

interface FilterEditorProps {
  report: Query<'GET /v1/analytics/overview'>;
  conditions: Condition[];
  /** Dimensions to choose from. Default: all. */
  dimensions?: string[];
  /** Index of the condition whose value has the focus. Without it, a new condition has the focus. */
  edited?: number;
  onApply: (conditions: Condition[]) => void;
}

/** Rows of conditions, all of which must match. A condition without a value is left out. */
export function FilterEditor({ report, conditions, dimensions = REPORT_DIMENSIONS, edited, onApply }: FilterEditorProps) {
  const [start] = useState(() => (edited === undefined ? [...conditions, newCondition(dimensions)] : conditions));
  const [rows, setRows] = useState(start);
  return (
    <Form onSubmit={() => onApply(rows.filter(isComplete))}>
      {() => (
        <ConditionRows
          report={report}
          conditions={start}
          dimensions={dimensions}
          focused={edited ?? start.length - 1}
          onChange={setRows}
        >
          <Button type="submit" look="primary">
            {texts.apply}
          </Button>
        </ConditionRows>
      )}
    </Form>
  );
}
