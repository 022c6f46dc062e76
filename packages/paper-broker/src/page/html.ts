// HTML as a value: the `html` tag escapes every interpolated part, unless it is HTML created by the tag itself.

export interface Html {
  readonly html: string
}

export type HtmlPart = Html | string | number | bigint | null | false | readonly HtmlPart[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

function isHtml(part: HtmlPart): part is Html {
  return typeof part === 'object' && part !== null && 'html' in part
}

function rendered(part: HtmlPart): string {
  if (part === null || part === false) return ''
  if (isHtml(part)) return part.html
  return typeof part === 'object' ? part.map(rendered).join('') : escaped(String(part))
}

/** Builds HTML; interpolated strings and numbers become text, absent parts vanish, lists are joined. */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return { html: strings.map((text, index) => text + rendered(parts[index] ?? null)).join('') }
}
