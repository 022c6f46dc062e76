// Detects text that is still in a field, so that an expiring session does not discard it.

type Field = HTMLInputElement | HTMLTextAreaElement

/** Fields that received input; fields removed from the page are dropped. */
let touched: Field[] = []

const wordless = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'search', 'file'])

document.addEventListener(
  'input',
  ({ target }) => {
    const isField =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !wordless.has(target.type))
    // A search is retyped in a second and is no reason to keep a page.
    if (!isField || target.closest('[data-company-search], [role="search"]')) return
    touched = touched.filter((field) => field.isConnected && field !== target)
    touched.push(target)
  },
  { capture: true, passive: true },
)

export function hasTypedText(): boolean {
  return touched.some((field) => field.isConnected && field.value.trim() !== '')
}

/** Returns the field that was typed in last and is still on the page. */
export function lastTypedField(): HTMLElement | undefined {
  return touched.findLast((field) => field.isConnected)
}
