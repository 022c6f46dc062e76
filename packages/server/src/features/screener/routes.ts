// Binds the calls of the screener to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findSectors, runCriteria } from './run-criteria.ts'
import { deleteScreen, findScreens, saveScreen } from './saved-screens.ts'

export function screenerHandlers(services: Services): GroupHandlers<'screener'> {
  const { db, pool } = services
  return {
    findSectors: () => findSectors(pool),
    run: async ({ body }) => {
      const { day, total, result } = await runCriteria(pool, body.criteria)
      return { day, total, result: [...result] }
    },
    findScreens: ({ session }) => findScreens(db, session.userId),
    saveScreen: async ({ body, session }) => {
      await saveScreen(services, session.userId, body)
      return { message: body.isDaily ? `${body.name} is saved and will run after each market day.` : `${body.name} is saved.` }
    },
    deleteScreen: async ({ body, session }) => {
      await deleteScreen(db, session.userId, body.id)
      return { message: 'The screen is deleted.' }
    },
  }
}
