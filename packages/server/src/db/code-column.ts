// Symbols in columns that keep them as they were written: by a brokerage, or by the user. An instrument has its key in
// a column of its own, `code_key`.
import { codeKey } from '@clubfolio/domain'
import { sql } from 'kysely'

/** Returns the condition that a column names this symbol, whatever the class separator of either. */
export const hasCode = (column: string, code: string) =>
  sql<boolean>`translate(${sql.ref(column)}, '-/', '..') = ${codeKey(code)}`
