import { changelog as texts } from './texts/en/changelog.ts';
import { useEffect, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useRead } from '../api.ts';
import { HtmlFrame } from '../settings/branding/html-frame.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { WidgetPreview } from './widget-preview.tsx';

const VIEWS = ['page', 'mail', 'widget'] as const;

interface PreviewProps {
  id: string;
  /** Saves pending changes, which are then shown. */
  onBefore: () => Promise<void>;
  onClose: () => void;
}

/** Page and mail of an entry, as the server renders them, and the widget. */
export function PreviewDialog({ id, onBefore, onClose }: PreviewProps) {
  const [isSaved, setSaved] = useState(false);
  const [view, setView] = useState<(typeof VIEWS)[number]>('page');
  useEffect(() => {
    void onBefore()
      .catch(() => undefined)
      .finally(() => setSaved(true));
    // Runs once, when the dialog opens.
  }, []);
  const entry = useRead('GET /v1/changelog/{id}', { path: { id } }, { enabled: isSaved });
  const preview = useRead('GET /v1/changelog/{id}/preview', { path: { id } }, { enabled: isSaved, staleTime: 0 });
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.preview} size="full">
      <ToggleButtonGroup
        aria-label={texts.preview}
        className="choice-bar"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[view]}
        onSelectionChange={([chosen]) => setView(chosen as typeof view)}
      >
        {VIEWS.map((one) => (
          <ToggleButton key={one} id={one} className="choice">
            {texts.previews[one]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Loaded query={preview} skeleton={<Skeleton lines={12} />}>
        {({ page, mail }) =>
          view === 'page' ? (
            <HtmlFrame key="page" title={texts.previews.page} html={page} />
          ) : view === 'widget' ? (
            entry.data && (
              <WidgetPreview entry={{ ...entry.data, published_at: entry.data.published_at ?? new Date().toISOString() }} />
            )
          ) : (
            <>
              <p>
                <strong dir="auto">{mail.subject}</strong>
              </p>
              <HtmlFrame key="mail" title={texts.previews.mail} html={mail.html} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}
