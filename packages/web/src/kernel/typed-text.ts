// Knows whether somebody has typed something that still stands in a field, so that a session that runs out does not take it away.

type Field = HTMLInputElement | HTMLTextAreaElement

/** Fields that were typed in; those that left the page are forgotten. */
let touched: Field[] = []

const wordless = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'search', 'file'])

document.addEventListener(
  'input',
  ({ target }) => {
    const isField = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !wordless.has(target.type))
    // A search is typed again in a second and is nothing to keep a page for.
    if (!isField || target.closest('[data-company-search], [role="search"]')) return
    touched = touched.filter((field) => field.isConnected && field !== target)
    touched.push(target)
  },
  { capture: true, passive: true },
)

export function hasTypedText(): boolean {
  return touched.some((field) => field.isConnected && field.value.trim() !== '')
}

/** Where somebody typed last and what he typed still stands. */
export function lastTypedField(): HTMLElement | undefined {
  return touched.findLast((field) => field.isConnected)
}
