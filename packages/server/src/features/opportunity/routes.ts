// Binds the calls of the opportunity seeker to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findLevels } from './find-levels.ts'
import { findOpportunities } from './find-opportunities.ts'

export function opportunityHandlers(services: Services): GroupHandlers<'opportunity'> {
  return {
    find: ({ params }) => findOpportunities(services, params),
    findLevels: ({ params }) => findLevels(services.db, params.symbol),
  }
}
