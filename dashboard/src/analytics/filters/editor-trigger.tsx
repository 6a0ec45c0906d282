import type { Query } from '@earshot/sdk';
import { analytics as texts } from '../texts/en/analytics.ts';
import { type ReactNode, useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { Condition } from './conditions.ts';
import { FilterEditor } from './filter-editor.tsx';

interface EditorTriggerProps {
  report: Query<'GET /v1/analytics/overview'>;
  conditions: Condition[];
  /** Index of the condition to edit first. Without it, the editor starts with a new condition. */
  edited?: number;
  /** Dimensions to choose from. Default: all. */
  dimensions?: string[];
  onApply: (conditions: Condition[]) => void;
  children: ReactNode;
}

/** Button and the editor of all conditions, which starts with the current ones each time. */
export function EditorTrigger({ children, onApply, ...editor }: EditorTriggerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {children}
      <Popover className="popover filter-popover" placement="bottom start">
        <Dialog aria-label={texts.filters} className="filter-editor">
          <FilterEditor
            {...editor}
            onApply={(next) => {
              setOpen(false);
              onApply(next);
            }}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
