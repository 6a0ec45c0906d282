const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

interface Content {
  heading: string;
  paragraphs: string[];
  footer: string;
  unsubscribe: string;
}

/** One mail as plain text and as HTML that follows the reader's light or dark scheme. */
export function renderMail({ heading, paragraphs, footer, unsubscribe }: Content): { text: string; html: string } {
  const text = [heading, ...paragraphs, '--', footer, `Unsubscribe: ${unsubscribe}`].join('\n\n');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto">
<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escapeHtml(heading)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('\n')}
<p style="margin:32px 0 0;font-size:13px;opacity:.7">${escapeHtml(footer)} <a href="${escapeHtml(unsubscribe)}" style="color:inherit">Unsubscribe</a></p>
</div>
</body>
</html>`;
  return { text, html };
}
