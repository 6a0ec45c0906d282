import { X } from 'lucide-react';
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { common } from '#texts/common';

interface Message {
  text: string;
  isProblem?: boolean;
  action?: { label: string; run: () => void };
}

const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 });
/** Long enough to reach the toast by keyboard. The timer stops while the toast is hovered or focused. */
const TIMEOUT_MS = 7_000;
const PROBLEM_TIMEOUT_MS = 15_000;

export const showToast = (text: string, action?: Message['action']) =>
  queue.add(action ? { text, action } : { text }, { timeout: TIMEOUT_MS });

/** Undo functions of completed actions, latest last. They remain when their toasts disappear. */
let undoable: { undo: () => void; toast: string }[] = [];
const MAX_UNDOABLE = 20;

/**
 * Shows a message about a completed action that can be undone, with the button of the toast or with `undoLast`. Returns a function that
 * withdraws the message, for an action that failed.
 */
export function showUndoable(text: string, undo: () => void): () => void {
  const forget = (): void => {
    undoable = undoable.filter((one) => one !== action);
  };
  const run = () => {
    forget();
    undo();
  };
  const action = { undo: run, toast: showToast(text, { label: common.undo, run }) };
  undoable = [...undoable, action].slice(-MAX_UNDOABLE);
  return () => {
    forget();
    queue.close(action.toast);
  };
}

/** Undoes the last action that was not undone yet. */
export function undoLast(): void {
  const last = undoable.at(-1);
  if (!last) return;
  queue.close(last.toast);
  last.undo();
}

/** Forgets completed actions, such as those of another project. */
export const forgetUndoable = (): void => void (undoable = []);

export const showProblem = (text: string) => queue.add({ text, isProblem: true }, { timeout: PROBLEM_TIMEOUT_MS });

/** Region that shows all messages. */
export const Toasts = () => (
  <ToastRegion queue={queue} className="toasts">
    {({ toast }) => (
      <Toast toast={toast} className={toast.content.isProblem ? 'toast problem' : 'toast'}>
        <ToastContent className="toast-text">
          <Text slot="title">{toast.content.text}</Text>
        </ToastContent>
        {toast.content.action && (
          <Button
            className="link"
            onPress={() => {
              queue.close(toast.key);
              toast.content.action?.run();
            }}
          >
            {toast.content.action.label}
          </Button>
        )}
        <Button slot="close" className="icon-button" aria-label={common.dismiss}>
          <X size={16} />
        </Button>
      </Toast>
    )}
  </ToastRegion>
);
