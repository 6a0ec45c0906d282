import { RULE_CHANNELS, RULE_TRIGGERS } from '@earshot/contract/services/testimonials/values';
import type { TestimonialRule } from '@earshot/sdk';
import { common } from '#texts/common';
import { requests as texts } from './texts/en/requests.ts';
import { useState } from 'react';
import { refresh, useClient } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Select, Switch, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { showToast } from '../ui/toast.tsx';

interface DialogProps {
  /** Rule to change. Without it, the dialog creates one. */
  rule: TestimonialRule | undefined;
  onClose: () => void;
}

const TRIGGERS = RULE_TRIGGERS.map((id) => ({ id, label: texts.triggers[id] }));
const CHANNELS = RULE_CHANNELS.map((id) => ({ id, label: texts.channels[id] }));
const STEPS = (['event', 'page'] as const).map((id) => ({ id, label: texts.steps[id] }));

/** Days after which a reminder may be sent. */
const REMINDER_DAYS = [3, 7, 14, 30];

/** Returns the questions of a text with one in each line. */
const toQuestions = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

/** Dialog that creates a rule, or changes one. */
export function RuleDialog({ rule, onClose }: DialogProps) {
  const call = useClient();
  const [trigger, setTrigger] = useState(rule?.trigger ?? 'release_used');
  const [channel, setChannel] = useState(rule?.channel ?? 'mail');
  const [step, setStep] = useState<'event' | 'page'>(rule?.page ? 'page' : 'event');
  const [enabled, setEnabled] = useState(rule?.enabled ?? true);
  const [questions, setQuestions] = useState(rule?.questions.join('\n') ?? '');
  const [reminder, setReminder] = useState(rule?.reminder_days ?? 0);
  const isGoal = trigger === 'goal_reached';
  return (
    <Dialog isOpen onOpenChange={onClose} title={rule ? texts.editTitle : texts.newTitle}>
      <Form
        onSubmit={async (text) => {
          const body = {
            name: text('name'),
            trigger,
            channel,
            enabled,
            event: isGoal && step === 'event' ? text('event') : null,
            page: isGoal && step === 'page' ? text('page') : null,
            times: isGoal ? Number(text('times') || 1) : null,
            message: text('message') || null,
            questions: toQuestions(questions),
            reminder_days: channel === 'mail' && reminder ? reminder : null,
          };
          await (rule
            ? call('PATCH /v1/testimonials/rules/{id}', { path: { id: rule.id }, body })
            : call('POST /v1/testimonials/rules', { body }));
          await refresh('/v1/testimonials');
          showToast(texts.saved);
          onClose();
        }}
      >
        {({ isBusy }) => (
          <>
            <TextField name="name" label={texts.name} defaultValue={rule?.name ?? ''} isRequired autoFocus maxLength={100} />
            <Select label={texts.trigger} options={TRIGGERS} value={trigger} onChange={setTrigger} />
            {isGoal && (
              <>
                <Select label={texts.step} options={STEPS} value={step} onChange={setStep} />
                <TextField
                  key={step}
                  name={step}
                  label={texts[step]}
                  placeholder={step === 'page' ? '/reports' : ''}
                  defaultValue={rule?.[step] ?? ''}
                  isRequired
                />
                <TextField name="times" label={texts.times} inputMode="numeric" defaultValue={String(rule?.times ?? 1)} />
              </>
            )}
            <Select
              label={texts.channel}
              hint={texts.channelHints[channel]}
              options={CHANNELS}
              value={channel}
              onChange={setChannel}
            />
            <TextField name="message" label={texts.message} defaultValue={rule?.message ?? ''} maxLength={500} rows={2} />
            <TextField
              name="questions"
              label={texts.questions}
              hint={texts.questionsHint}
              value={questions}
              onChange={setQuestions}
              rows={3}
            />
            {!questions && <Button onPress={() => setQuestions(texts.defaultQuestions.join('\n'))}>{texts.suggest}</Button>}
            {channel === 'mail' && (
              <Select
                label={texts.reminder}
                hint={texts.reminderHint}
                options={[...new Set([0, ...REMINDER_DAYS, reminder])]
                  .toSorted((a, b) => a - b)
                  .map((days) => ({ id: String(days), label: days ? texts.reminderAfter(days) : texts.noReminder }))}
                value={String(reminder)}
                onChange={(days) => setReminder(Number(days))}
              />
            )}
            <Switch label={texts.enabled} isSelected={enabled} onChange={setEnabled} />
            <FormActions label={rule ? common.save : texts.create} onCancel={onClose} isBusy={isBusy} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
