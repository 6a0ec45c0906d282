import type { Webhook } from '@earshot/sdk';
import { webhooks as texts } from '#texts/settings/webhooks';
import { useEffect, useState } from 'react';
import { toSentence, useClient } from '../../api.ts';

interface Props {
  url: string;
  format: Webhook['format'];
  type: Webhook['types'][number] | undefined;
}

/** Shows the request that an endpoint receives about an example of an event, once it is opened. */
export function WebhookPreview({ url, format, type }: Props) {
  const call = useClient();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  useEffect(() => {
    if (!isOpen || !type) return undefined;
    let isCurrent = true;
    const show = (next: string) => isCurrent && setText(next);
    call('POST /v1/webhooks/preview', { body: { url, format, type } }).then(
      ({ body }) => show(JSON.stringify(JSON.parse(body), null, 2)),
      (error: unknown) => show(toSentence(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [call, isOpen, url, format, type]);
  return (
    <details className="field" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.preview}</summary>
      <p className="hint">{texts.previewHint}</p>
      <pre className="code" tabIndex={0}>
        {text}
      </pre>
    </details>
  );
}
