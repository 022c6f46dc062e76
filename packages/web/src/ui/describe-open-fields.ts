// Why a form cannot be submitted yet, naming its fields. Pure.

/**
 * Returns the reason by the fields that need attention, those that are still empty first; undefined when there are
 * none. `labels` are the words above the fields: `describeOpenFields(['email'], { email: '' }, { email: 'Email' })` is
 * "Fill in: Email".
 */
export function describeOpenFields(
  openNames: readonly string[],
  values: Readonly<Record<string, unknown>>,
  labels: Readonly<Record<string, string>>,
): string | undefined {
  const labelled = (names: readonly string[]) => names.map((name) => labels[name] ?? name).join(', ')
  const isEmpty = (name: string) => values[name] === '' || values[name] === undefined || values[name] === null
  const empty = openNames.filter(isEmpty)
  if (empty.length > 0) return `Fill in: ${labelled(empty)}`
  return openNames.length > 0 ? `Correct: ${labelled(openNames)}` : undefined
}
