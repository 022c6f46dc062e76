// The columns that a user has hidden in a table: one preference per table. Source: docs/rules/wire.md, "Preferences".
import { isTextList, usePreference } from './preference.ts'

interface ChosenColumns {
  /** Undefined until the user has chosen: the table then hides what its columns hide by default. */
  readonly hiddenColumns: readonly string[] | undefined
  readonly onHide: (columnIds: string[]) => void
}

const isTextListOrNull = (value: unknown): value is string[] | null => value === null || isTextList(value)

/** Returns both options of `useTableView`: `useTableView({ columns, rows, rowId, ...useChosenColumns('order') })`. */
export function useChosenColumns(table: string): ChosenColumns {
  const [hidden, onHide] = usePreference<string[] | null>(`${table}HiddenColumns`, null, isTextListOrNull)
  return { hiddenColumns: hidden ?? undefined, onHide }
}
