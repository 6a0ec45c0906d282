import { shell } from '#texts/shell';
import { Dialog } from '../ui/dialog.tsx';
import { activeShortcuts, toLabels } from './shortcuts.ts';

/** Dialog with the shortcuts of the current page. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={onClose} title={shell.shortcuts}>
      <dl className="shortcuts">
        {activeShortcuts().map((shortcut) => (
          <div key={shortcut.keys}>
            <dt>{shortcut.label}</dt>
            <dd>
              {toLabels(shortcut).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
