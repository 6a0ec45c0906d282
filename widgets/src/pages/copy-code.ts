// Adds a button to each code block and referral link that copies it. Browsers allow copying on secure pages only.

const CONFIRMATION_MS = 2_000;

type Texts = [copy: string, copied: string, failed: string];
const ENGLISH: Texts = ['Copy', 'Copied', 'Not copied'];
/** Texts by the language of the page. */
const LANGUAGES: Record<string, Texts> = {
  // cspell:disable
  ar: ['نسخ', 'تم النسخ', 'لم يتم النسخ'],
  de: ['Kopieren', 'Kopiert', 'Nicht kopiert'],
  es: ['Copiar', 'Copiado', 'No copiado'],
  fr: ['Copier', 'Copié', 'Non copié'],
  ja: ['コピー', 'コピーしました', 'コピーできません'],
  pt: ['Copiar', 'Copiado', 'Não copiado'],
  // cspell:enable
};
const [COPY, COPIED, FAILED] = LANGUAGES[document.documentElement.lang] ?? ENGLISH;

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
  button.textContent = COPY;
  const show = (result: string) => {
    button.textContent = result;
    setTimeout(() => (button.textContent = COPY), CONFIRMATION_MS);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.textContent.trimEnd()).then(
      () => show(COPIED),
      () => show(FAILED),
    );
  });
  return button;
}
