// Binds the calls of the screener to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findSectors, runCriteria } from '../features/screener/run-criteria.ts'
import { deleteScreen, findScreens, saveScreen } from '../features/screener/saved-screens.ts'

export const screenerHandlers: GroupHandlers<'screener'> = {
  findSectors: ({ services }) => findSectors(services.pool),
  run: async ({ services, body }) => {
    const { day, total, result } = await runCriteria(services.pool, body.criteria)
    return { day, total, result: [...result] }
  },
  findScreens: ({ services, session }) => findScreens(services.db, session.userId),
  saveScreen: async ({ services, body, session }) => {
    await saveScreen(services, session.userId, body)
    return {
      message: body.isDaily ? `${body.name} is saved and will run after each market day.` : `${body.name} is saved.`,
    }
  },
  deleteScreen: async ({ services, body, session }) => {
    await deleteScreen(services.db, session.userId, body.id)
    return { message: 'The screen is deleted.' }
  },
}
