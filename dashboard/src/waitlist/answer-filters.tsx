import type { Question } from '@earshot/contract/services/waitlist/questions';
import { waitlist as texts } from './texts/en/waitlist.ts';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { FieldChip } from '../feedback/fields/field-chip.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';

interface AnswerFiltersProps {
  questions: Question[];
  /** Conditions as in a query. */
  conditions: string | readonly string[] | undefined;
  onChange: (conditions: string[] | undefined) => void;
}

/** Filters by answers: a menu that adds one, and one chip for each. */
export function AnswerFilters({ questions, conditions, onChange }: AnswerFiltersProps) {
  const [open, setOpen] = useState<string>();
  const given = conditions === undefined ? [] : [conditions].flat();
  const set = (next: string[]) => onChange(next.length ? next : undefined);
  const chips = questions.flatMap((question): { question: Question; condition: string | undefined }[] => {
    const own = given.filter((condition) => condition.startsWith(`${question.key}:`));
    if (own.length) return own.map((condition) => ({ question, condition }));
    return open === question.key ? [{ question, condition: undefined }] : [];
  });
  return (
    <>
      <Menu label={texts.addAnswer} trigger={<Button icon={<ListFilter size={15} />}>{texts.answer}</Button>}>
        {questions.map(({ key, label }) => (
          <MenuItem key={key} onAction={() => setOpen(key)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {chips.map(({ question, condition }) => (
        <FieldChip
          // A changed condition keeps its chip.
          key={`${question.key} ${condition === undefined ? 0 : given.indexOf(condition)}`}
          field={question}
          condition={condition}
          isOpen={open === question.key}
          onOpenChange={(isOpen) => setOpen(isOpen ? question.key : undefined)}
          onChange={(next) =>
            set(
              condition === undefined
                ? [...given, ...(next ? [next] : [])]
                : given.flatMap((one) => (one === condition ? (next ?? []) : one)),
            )
          }
        />
      ))}
    </>
  );
}
