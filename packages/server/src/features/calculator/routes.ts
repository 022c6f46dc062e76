// Binds the calls of the calculator to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { deleteAnalysis } from './delete-analysis.ts'
import { findAnalyses } from './find-analyses.ts'
import { saveAnalysis } from './save-analysis.ts'

export function calculatorHandlers({ db, clock }: Services): GroupHandlers<'calculator'> {
  return {
    findAnalyses: ({ session }) => findAnalyses(db, session.userId),
    saveAnalysis: async ({ body, session }) => {
      await saveAnalysis(db, clock, session.userId, body)
      return { message: `${body.name} is saved.` }
    },
    deleteAnalysis: async ({ body, session }) => {
      await deleteAnalysis(db, session.userId, body.id)
      return { message: 'The analysis is deleted.' }
    },
  }
}
