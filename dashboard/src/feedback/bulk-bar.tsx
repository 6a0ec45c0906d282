import { feedback as texts } from './texts/en/feedback.ts';
import { Merge, Tag, Trash2, X } from 'lucide-react';
import { Toolbar } from 'react-aria-components';
import { Button, IconButton } from '../ui/button.tsx';
import { AssignMenu } from './assignment.tsx';
import type { StatusChoice } from './fields/statuses.ts';
import { StatusMenu } from './status.tsx';

interface BulkBarProps {
  /** Number of selected entries. */
  label: string;
  onStatus: (choice: StatusChoice) => void;
  onAssign: (memberId: string | null, name: string) => void;
  onTag: () => void;
  onMerge: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** Actions for all selected entries. */
export const BulkBar = ({ label, onStatus, onAssign, onTag, onMerge, onDelete, onClear }: BulkBarProps) => (
  <Toolbar className="bulk-bar" aria-label={label}>
    <strong role="status">{label}</strong>
    <StatusMenu entry={undefined} onChange={onStatus} />
    <AssignMenu onAssign={onAssign} />
    <Button icon={<Tag size={15} />} onPress={onTag}>
      {texts.addTag}
    </Button>
    <Button icon={<Merge size={15} />} onPress={onMerge}>
      {texts.merge}
    </Button>
    <Button icon={<Trash2 size={15} />} onPress={onDelete}>
      {texts.delete}
    </Button>
    <IconButton label={texts.clearSelection} onPress={onClear}>
      <X size={16} />
    </IconButton>
  </Toolbar>
);
