// Paper: every printed page carries brand and title, date and zone, and its number; dark screens print in light values.
// Source: interface, "Reach"; look, "Print".
import { formatDateTime } from '../ui/format/date.ts'

export interface PrintedPage {
  /** The title of the browser tab, with or without the brand: "Groups · Clubfolio". */
  readonly title: string
  /** "2026-03-04 10:00:00 ET" */
  readonly printedAt: string
}

const brand = 'Clubfolio'

/** The page rule with head and foot in the margins: brand and title left and time right above, page n of m below. */
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

/** A CSS string whose content cannot end it: `quoted('a"b')` is `"a\22 b"`. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`
}

const schemeAttribute = 'data-mantine-color-scheme'

/** Call once at the start of the page. */
export function dressPrintedPages(): void {
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
