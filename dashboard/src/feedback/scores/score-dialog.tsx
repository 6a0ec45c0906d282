import type { FeedbackScore } from '@earshot/sdk';
import { SCORE_TERMS, type ScoreTermKind } from '@earshot/contract/services/feedback/values';
import { common } from '#texts/common';
import { scores as texts } from '../texts/en/scores.ts';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../api.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, Select, TextField } from '../../ui/field.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { mayHaveDays, needsDays, SUBJECTS, type Term } from './terms.ts';

interface ScoreDialogProps {
  /** Undefined for a new score. */
  score?: FeedbackScore;
  onClose: () => void;
  onSave?: (name: string) => void;
  onDelete?: () => void;
}

type Draft = { kind: ScoreTermKind; subject: string; days: string; weight: string };

const MAX_TERMS = 10;
const FIRST: Draft = { kind: 'voters', subject: '', days: '', weight: '1' };

function toDraft(term: Term): Draft {
  const subject = SUBJECTS[term.kind];
  return {
    kind: term.kind,
    subject: (subject && term[subject]) ?? '',
    days: String(term.days ?? ''),
    weight: String(term.weight),
  };
}

function toTerm({ kind, subject, days, weight }: Draft): Term {
  const field = SUBJECTS[kind];
  return {
    kind,
    weight: Number(weight),
    ...(field && { [field]: subject }),
    ...(mayHaveDays(kind) && days && { days: Number(days) }),
  };
}

/** Dialog in which a score is created, changed and deleted. */
export default function ScoreDialog({ score, onClose, onSave, onDelete }: ScoreDialogProps) {
  const [drafts, setDrafts] = useState<Draft[]>(score?.terms.map(toDraft) ?? [FIRST]);
  const attributes = useRead('GET /v1/people/attributes').data?.data ?? [];
  const put = useWrite('PUT /v1/feedback/scores/{name}', { refreshes: ['/v1/feedback'], showsError: true });
  const remove = useWrite('DELETE /v1/feedback/scores/{name}', {
    refreshes: ['/v1/feedback/scores'],
    onSuccess: () => {
      onDelete?.();
      showToast(texts.deleted);
    },
  });
  const set = (index: number, change: Partial<Draft>) =>
    setDrafts(drafts.map((draft, at) => (at === index ? { ...draft, ...change } : draft)));
  return (
    <Dialog
      title={score ? texts.editTitle(score.name) : texts.new}
      size="wide"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Form
        onSubmit={async (text) => {
          const name = score?.name ?? text('name');
          await put.mutateAsync({ path: { name }, body: { terms: drafts.map(toTerm) } });
          showToast(texts.saved);
          onSave?.(name);
          onClose();
        }}
      >
        {({ isBusy }) => (
          <>
            <p className="soft">{texts.explanation}</p>
            {!score && (
              <TextField
                label={texts.name}
                name="name"
                hint={texts.nameHint}
                pattern="[a-z0-9][a-z0-9_\-]{0,49}"
                isRequired
                autoFocus
                isCode
              />
            )}
            {drafts.map((draft, index) => (
              <TermFields
                key={index}
                number={index + 1}
                draft={draft}
                attributes={attributes.filter(({ type }) => type === 'number')}
                onChange={(change) => set(index, change)}
                onRemove={drafts.length > 1 ? () => setDrafts(drafts.filter((_, at) => at !== index)) : undefined}
              />
            ))}
            {drafts.length < MAX_TERMS && (
              <Button icon={<Plus size={15} />} onPress={() => setDrafts([...drafts, FIRST])}>
                {texts.addTerm}
              </Button>
            )}
            <div className="actions">
              {score && (
                <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate({ path: { name: score.name } })}>
                  {texts.delete}
                </Button>
              )}
              <span className="grow" />
              <Button onPress={onClose}>{common.cancel}</Button>
              <Button type="submit" look="primary" isPending={isBusy}>
                {texts.save}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

interface TermFieldsProps {
  number: number;
  draft: Draft;
  attributes: { subject: string; name: string }[];
  onChange: (change: Partial<Draft>) => void;
  onRemove: (() => void) | undefined;
}

function TermFields({ number, draft, attributes, onChange, onRemove }: TermFieldsProps) {
  const { kind, subject: about, days, weight } = draft;
  const subject = SUBJECTS[kind];
  const owner = kind === 'company_attribute' ? 'company' : 'person';
  const names = attributes.filter((attribute) => subject === 'attribute' && attribute.subject === owner).map(({ name }) => name);
  return (
    <fieldset className="score-term">
      <legend className="unseen">{texts.term(number)}</legend>
      <Select
        label={texts.kind}
        options={SCORE_TERMS.map((id) => ({ id, label: texts.kinds[id] }))}
        value={kind}
        onChange={(next) => onChange({ kind: next, subject: '', days: needsDays(next) ? '30' : '' })}
      />
      {subject && (
        <SuggestField
          label={texts.subjects[subject]}
          name={`terms[${number - 1}].${subject}`}
          value={about}
          onChange={(value) => onChange({ subject: value })}
          suggestions={names}
          isRequired
          isCode
        />
      )}
      {mayHaveDays(kind) && (
        <TextField
          label={texts.days}
          name={`terms[${number - 1}].days`}
          type="number"
          value={days}
          onChange={(value) => onChange({ days: value })}
          isRequired={needsDays(kind)}
        />
      )}
      <TextField
        label={texts.weight}
        name={`terms[${number - 1}].weight`}
        inputMode="decimal"
        pattern="\d{1,7}(\.\d{1,6})?"
        value={weight}
        onChange={(value) => onChange({ weight: value })}
        isRequired
      />
      {onRemove && (
        <IconButton label={texts.removeTerm(number)} onPress={onRemove}>
          <X size={16} />
        </IconButton>
      )}
    </fieldset>
  );
}
