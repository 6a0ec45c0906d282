// Adds a button to each code block and referral link that copies it. Browsers allow copying on secure pages only.

const CONFIRMATION_MS = 2_000;

if (navigator.clipboard)
  for (const code of document.querySelectorAll<HTMLElement>('.prose pre, .code')) {
    const container = document.createElement('div');
    container.className = 'copyable';
    code.replaceWith(container);
    container.append(code, createButton(code));
  }

function createButton(code: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = 'Copy';
  const show = (result: string) => {
    button.textContent = result;
    setTimeout(() => (button.textContent = 'Copy'), CONFIRMATION_MS);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.textContent.trimEnd()).then(
      () => show('Copied'),
      () => show('Not copied'),
    );
  });
  return button;
}
