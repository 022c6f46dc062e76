// Undoes an imported statement as a whole, or discards one that is not imported, after a question that says what goes.
import type { AccountStatement } from '@clubfolio/contract'
import { confirm } from '../../ui/confirm.tsx'
import { useUndo } from './api.ts'
import { counted, countingLines, describeFates, describePeriod } from './statement-words.ts'

export interface UndoStatement {
  /** Resolves to whether it was done. */
  readonly undo: (statement: AccountStatement) => Promise<boolean>
  readonly isUndoing: boolean
}

export function useUndoStatement(accountId: string): UndoStatement {
  const { mutateAsync, isPending } = useUndo(accountId)
  const undo = async (statement: AccountStatement) => {
    if (!(await confirm(questionOf(statement)))) return false
    try {
      await mutateAsync(statement.id)
      return true
    } catch {
      // The failure listener has shown the reason.
      return false
    }
  }
  return { undo, isUndoing: isPending }
}

function questionOf(statement: AccountStatement) {
  const { fileName, state } = statement
  if (state !== 'IMPORTED')
    return {
      question: `Discard ${fileName}?`,
      consequence: 'Nothing was imported. You can upload the file again.',
      accept: 'Discard',
      isDanger: true,
    }
  const period = describePeriod(statement)
  const lines = counted(countingLines(statement), 'line')
  const content = describeFates(statement)
  return {
    question: `Undo the import of ${fileName}?`,
    consequence:
      `${lines}${period === null ? '' : ` from ${period}`} no longer count` +
      `${content === '' ? '' : ` (the file has ${content})`}. Positions, cash, daily values, gains and the fund are ` +
      'computed again without them. Lines that another statement also has stay. You can upload the file again.',
    accept: 'Undo import',
    isDanger: true,
  }
}
