import type { TestimonialRulePreview } from '@earshot/sdk';
import { requests as texts } from './texts/en/requests.ts';
import { useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { HtmlFrame } from '../settings/branding/html-frame.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';

const MAILS = ['mail', 'reminder'] as const;

/** Button that shows the emails of a rule. */
export function RulePreview({ name, preview }: { name: string; preview: TestimonialRulePreview }) {
  const [view, setView] = useState<(typeof MAILS)[number]>('mail');
  const mails = MAILS.filter((one) => preview[one]);
  // The reminder may be removed while its view is chosen.
  const chosen = preview[view] ? view : 'mail';
  const shown = preview[chosen];
  return (
    <DialogTrigger>
      <Button aria-label={texts.previewOf(name)}>{texts.preview}</Button>
      <Dialog title={texts.previewOf(name)} size="full">
        {mails.length > 1 && (
          <ToggleButtonGroup
            aria-label={texts.preview}
            className="choice-bar"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[chosen]}
            onSelectionChange={([key]) => setView(key as typeof view)}
          >
            {mails.map((one) => (
              <ToggleButton key={one} id={one} className="choice">
                {texts.previews[one]}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
        {shown && (
          <>
            <p>
              <strong dir="auto">{shown.subject}</strong>
            </p>
            <HtmlFrame key={chosen} title={texts.previews[chosen]} html={shown.html} />
          </>
        )}
      </Dialog>
    </DialogTrigger>
  );
}
