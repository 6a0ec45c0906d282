import { shell } from '#texts/shell';
import { Dialog } from '../ui/dialog.tsx';
import { activeShortcuts } from './shortcuts.ts';

/** Dialog with the shortcuts of the current page. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={onClose} title={shell.shortcuts}>
      <dl className="shortcuts">
        {activeShortcuts().map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
