// Binds the calls of the opportunity seeker to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findInstrumentLevels } from '../features/opportunity/find-levels.ts'
import { findOpportunities } from '../features/opportunity/find-opportunities.ts'

export const opportunityHandlers: GroupHandlers<'opportunity'> = {
  find: ({ services, params, query }) => findOpportunities(services, { ...params, ...query }),
  findLevels: ({ services, params }) => findInstrumentLevels(services.db, params.symbol),
}
