import type { Mail } from '@earshot/sdk';
import { settings } from '#texts/settings';
import { useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

const texts = settings.mail;
const FORMATS = ['html', 'text'] as const;

/** Content of a mail, as HTML or as the text that mail programs without HTML show. */
export function MailBody({ mail }: { mail: Pick<Mail, 'html' | 'text'> }) {
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('html');
  return (
    <>
      <ToggleButtonGroup
        aria-label={texts.format}
        className="choice-bar"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[format]}
        onSelectionChange={([chosen]) => setFormat(chosen as typeof format)}
      >
        {FORMATS.map((id) => (
          <ToggleButton key={id} id={id} className="choice">
            {texts.formats[id]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {format === 'html' ? (
        <iframe
          className="mail-frame"
          title={texts.content}
          // Without scripts, forms and links to other pages. The same origin lets the dashboard fill the frame.
          sandbox="allow-same-origin"
          srcDoc="<!doctype html>"
          onLoad={({ currentTarget }) => showHtml(currentTarget, mail.html)}
        />
      ) : (
        <pre className="mail" tabIndex={0}>
          {mail.text}
        </pre>
      )}
    </>
  );
}

/**
 * Shows HTML in a frame. The content security policy of the dashboard holds in the frame too, and blocks inline styles, so that styles are
 * set by script.
 */
function showHtml(frame: HTMLIFrameElement, html: string): void {
  const target = frame.contentDocument;
  const view = frame.contentWindow as (Window & { CSSStyleSheet: typeof CSSStyleSheet }) | null;
  if (!target || !view) return;
  const mail = new DOMParser().parseFromString(html, 'text/html');
  target.adoptedStyleSheets = [...mail.querySelectorAll('style')].map((style) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(style.textContent);
    style.remove();
    return sheet;
  });
  target.documentElement.lang = mail.documentElement.lang;
  target.body.replaceChildren(...mail.body.childNodes);
  for (const element of target.body.querySelectorAll<HTMLElement>('[style]'))
    element.style.cssText = element.getAttribute('style') ?? '';
  // As high as the mail, up to the limit of the style sheet.
  frame.style.height = `${target.documentElement.scrollHeight + 2}px`;
}
