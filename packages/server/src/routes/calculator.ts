// Binds the calls of the calculator to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { deleteAnalysis } from '../features/calculator/delete-analysis.ts'
import { findAnalyses } from '../features/calculator/find-analyses.ts'
import { saveAnalysis } from '../features/calculator/save-analysis.ts'

export const calculatorHandlers: GroupHandlers<'calculator'> = {
  findAnalyses: ({ services, session }) => findAnalyses(services.db, session.userId),
  saveAnalysis: async ({ services, body, session }) => {
    await saveAnalysis(services.db, services.clock, session.userId, body)
    return { message: `${body.name} is saved.` }
  },
  deleteAnalysis: async ({ services, body, session }) => {
    await deleteAnalysis(services.db, session.userId, body.id)
    return { message: 'The analysis is deleted.' }
  },
}
