interface HtmlFrameProps {
  /** Name of the frame for screen readers. */
  title: string;
  /** A complete HTML document of the server. */
  html: string;
}

/** The nonce that permits style elements. A frame has the content security policy of the page around it. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Shows an HTML document without running its scripts. Links open in a new tab. */
export function HtmlFrame({ title, html }: HtmlFrameProps) {
  const source = html
    // The sandbox runs no scripts. Chromium reports each of them in the console.
    .replaceAll(/<script\b.*?<\/script>/gs, '')
    .replaceAll('<style>', `<style nonce="${nonce()}">`)
    .replace('<head>', '<head><base target="_blank">');
  return <iframe className="html-frame" title={title} srcDoc={source} sandbox="allow-popups allow-popups-to-escape-sandbox" />;
}
