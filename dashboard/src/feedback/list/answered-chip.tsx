import { inbox as texts } from '../texts/en/inbox.ts';
import { MessageSquareReply } from 'lucide-react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { Chip } from './filter-chip.tsx';

interface AnsweredChipProps {
  isAnswered: boolean | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChange: (isAnswered: boolean | undefined) => void;
}

const VALUES = [false, true];

/** Filter by whether the team has answered. */
export function AnsweredChip({ isAnswered, isOpen, onOpenChange, onChange }: AnsweredChipProps) {
  const name = (value: boolean) => (value ? texts.answered : texts.unanswered);
  const value = isAnswered === undefined ? texts.choose : name(isAnswered);
  return (
    <Chip
      label={texts.answer}
      icon={<MessageSquareReply size={15} />}
      description={`${texts.answer} ${texts.is} ${value}`}
      operator={texts.is}
      operators={[{ label: texts.is, onSelect: () => undefined }]}
      value={value}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onRemove={() => onChange(undefined)}
    >
      <ListBox
        aria-label={texts.answer}
        className="menu choices"
        selectionMode="single"
        escapeKeyBehavior="none"
        autoFocus="first"
        selectedKeys={isAnswered === undefined ? [] : [String(isAnswered)]}
        onSelectionChange={(keys) => {
          const [key] = keys;
          onChange(key === undefined ? undefined : key === 'true');
          onOpenChange(false);
        }}
      >
        {VALUES.map((one) => (
          <ListBoxItem key={String(one)} id={String(one)} textValue={name(one)} className="menu-item">
            {name(one)}
          </ListBoxItem>
        ))}
      </ListBox>
    </Chip>
  );
}
