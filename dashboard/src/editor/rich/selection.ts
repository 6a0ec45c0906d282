import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/**
 * Applies the selection of the browser to the editor. The browser reports changes of the selection late, so that a key typed right after
 * another, such as ⌘K after Shift+Home, would otherwise act on the previous selection.
 */
export function applyBrowserSelection(view: EditorView): void {
  const selected = document.getSelection();
  if (view.composing || !view.hasFocus() || !selected?.anchorNode || !selected.focusNode) return;
  if (!view.dom.contains(selected.anchorNode) || !view.dom.contains(selected.focusNode)) return;
  const { doc, selection, tr } = view.state;
  if (!(selection instanceof TextSelection)) return;
  const anchor = doc.resolve(view.posAtDOM(selected.anchorNode, selected.anchorOffset, 1));
  const head = doc.resolve(view.posAtDOM(selected.focusNode, selected.focusOffset, 1));
  const isSame = anchor.pos === selection.anchor && head.pos === selection.head;
  if (isSame || !anchor.parent.inlineContent || !head.parent.inlineContent) return;
  view.dispatch(tr.setSelection(TextSelection.between(anchor, head)));
}
