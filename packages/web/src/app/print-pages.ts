// Print layout: every printed page carries brand and title, date and zone, and its number; dark screens print with
// light colours.
// Source: docs/rules/interface.md, "Printing".
import { formatDateTime } from '../ui/format/date.ts'

export interface PrintedPage {
  /** Title of the browser tab, with or without the brand: "Groups · Clubfolio". */
  readonly title: string
  /** For example "2026-03-04 10:00:00 ET". */
  readonly printedAt: string
}

const brand = 'Clubfolio'

/**
 * Returns the @page rule with header and footer in the margins: brand and title top left, time top right, page n of m
 * below.
 */
export function pageRule({ title, printedAt }: PrintedPage): string {
  const page = title.replace(` · ${brand}`, '')
  return `@page {
  size: A4 landscape;
  margin: 18mm 12mm 16mm;
  font: 8pt "IBM Plex Sans Variable", sans-serif;
  @top-left { content: ${quoted(page === brand ? brand : `${brand}  ·  ${page}`)}; }
  @top-right { content: ${quoted(printedAt)}; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); }
}`
}

/** Returns a CSS string literal that its content cannot terminate: `quoted('a"b')` is `"a\22 b"`. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`
}

const schemeAttribute = 'data-mantine-color-scheme'

/** Call once at startup. */
export function installPrintStyles(): void {
  const style = document.createElement('style')
  style.media = 'print'
  let shownScheme: string | null = null
  addEventListener('beforeprint', () => {
    style.textContent = pageRule({ title: document.title, printedAt: formatDateTime(Date.now()) })
    document.head.append(style)
    shownScheme = document.documentElement.getAttribute(schemeAttribute)
    document.documentElement.setAttribute(schemeAttribute, 'light')
  })
  addEventListener('afterprint', () => {
    style.remove()
    if (shownScheme !== null) document.documentElement.setAttribute(schemeAttribute, shownScheme)
  })
}
