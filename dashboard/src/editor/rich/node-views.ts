import { editor as texts } from '#texts/editor';
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';

/** List item with a box when it is a task. */
class ListItemView implements NodeView {
  dom = document.createElement('li');
  contentDOM = document.createElement('div');
  box: HTMLInputElement | undefined;
  node: Node;

  constructor(node: Node, view: EditorView, getPosition: () => number | undefined) {
    this.node = node;
    if (node.attrs.checked !== null) {
      this.box = document.createElement('input');
      this.box.type = 'checkbox';
      this.box.contentEditable = 'false';
      this.box.disabled = !view.editable;
      this.box.addEventListener('change', () => {
        const at = getPosition();
        if (at !== undefined) view.dispatch(view.state.tr.setNodeMarkup(at, undefined, { checked: this.box?.checked ?? false }));
        view.focus();
      });
      this.dom.append(this.box);
      this.dom.className = 'task';
      this.show();
    }
    this.dom.append(this.contentDOM);
  }

  show() {
    if (!this.box) return;
    this.box.checked = Boolean(this.node.attrs.checked);
    this.box.setAttribute('aria-label', this.box.checked ? texts.done : texts.toDo);
  }

  update(node: Node) {
    if (node.type !== this.node.type || (node.attrs.checked === null) !== (this.node.attrs.checked === null)) return false;
    this.node = node;
    this.show();
    return true;
  }

  stopEvent(event: Event) {
    return event.target === this.box;
  }

  ignoreMutation(mutation: { target: globalThis.Node }) {
    return !this.contentDOM.contains(mutation.target);
  }
}

/** Callout with its title, which the panel changes. */
function showCallout({ attrs }: Node): NodeView {
  const { type, title } = attrs as { type: keyof typeof texts.callouts; title: string };
  const dom = document.createElement('div');
  dom.className = `callout callout-${type}`;
  const heading = document.createElement('p');
  heading.className = 'callout-title';
  heading.contentEditable = 'false';
  heading.textContent = title || texts.callouts[type];
  const contentDOM = document.createElement('div');
  dom.append(heading, contentDOM);
  return { dom, contentDOM, ignoreMutation: ({ target }) => !contentDOM.contains(target) };
}

/** Image with its caption, which the panel changes. */
function showImage({ attrs }: Node): NodeView {
  const { src, alt, title } = attrs as { src: string; alt: string; title: string };
  const dom = document.createElement('span');
  dom.className = 'image';
  const image = document.createElement('img');
  Object.assign(image, { src, alt });
  const caption = document.createElement('span');
  caption.className = 'caption';
  caption.textContent = title;
  dom.append(image, ...(title ? [caption] : []));
  return { dom };
}

export const nodeViews: Record<string, NodeViewConstructor> = {
  list_item: (node, view, getPosition) => new ListItemView(node, view, getPosition),
  callout: showCallout,
  image: showImage,
};
