// Opens the form of a page, which is a `<dialog>`, where the page links to it.
import { followFormLinks } from './form-links.ts';

const dialog = document.querySelector<HTMLDialogElement>('dialog.sheet');
dialog?.addEventListener('click', ({ target }) => {
  // The content covers the dialog, so that a click on the dialog itself is on its backdrop.
  if (target === dialog || (target instanceof Element && target.closest('.close'))) dialog.close();
});
followFormLinks(() => dialog?.showModal());
