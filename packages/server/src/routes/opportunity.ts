// Binds the calls of the opportunity seeker to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findComputing } from '../features/market/find-computing.ts'
import { findInstrumentLevels } from '../features/opportunity/find-levels.ts'
import { findOpportunities } from '../features/opportunity/find-opportunities.ts'

export const opportunityHandlers: GroupHandlers<'opportunity'> = {
  find: async ({ services, params, query }) => {
    // Before the rows, so that no partial page looks complete.
    const computing = await findComputing(services)
    const page = await findOpportunities(services, { ...params, ...query })
    return computing === undefined ? page : { ...page, computing }
  },
  findLevels: ({ services, params }) => findInstrumentLevels(services.db, params.symbol),
}
