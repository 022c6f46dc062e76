// The layout of every brokerage page: brand, content, footer. Works without script and follows the system's light or
// dark mode.

import type { Html, HtmlPart } from './html.ts'
import { html } from './html.ts'
import { STYLE_PATH } from './style.ts'

/** A folded sheet: the brokerage's mark, distinct from the application's ring. */
const MARK = html`<svg class="mark" viewBox="0 0 20 20" width="22" height="22" aria-hidden="true" focusable="false">
  <path class="mark-sheet" d="M3 1.5h9.5L17 6v12.5H3z"></path><path class="mark-fold" d="M12.5 1.5V6H17z"></path>
  <path class="mark-line" d="M6 14.5l2.6-3.4 2.2 1.9L14 9"></path></svg>`

export interface Page {
  readonly title: string
  readonly width: 'narrow' | 'wide'
  /** The signed-in login with a sign-out form; absent before sign-in. */
  readonly who?: HtmlPart
  readonly content: HtmlPart
}

/** Returns the whole document as text. */
export function renderPage({ title, width, who, content }: Page): string {
  const page: Html = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Paper Brokerage</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header class="brand"><div class="brand-row ${width}">${MARK}
  <span class="brand-name">Paper Brokerage</span><span class="brand-note">practice money</span>
  ${who ?? null}</div></header>
<main class="${width}">${content}</main>
<footer class="${width}">Paper Brokerage is a practice broker. Its money is not real and no order leaves it.</footer>
</body>
</html>
`
  return page.html
}

/** A message above a form: an error, or a confirmation. */
export function notice(tone: 'error' | 'done', text: string | null): HtmlPart {
  if (text === null) return null
  return html`<p class="notice ${tone}" role="${tone === 'error' ? 'alert' : 'status'}">${text}</p>`
}

/** Renders a page with a message only, without a form. */
export function messagePage(title: string, text: string): string {
  return renderPage({
    title,
    width: 'narrow',
    content: html`<section class="panel"><h1>${title}</h1><p>${text}</p></section>`,
  })
}
