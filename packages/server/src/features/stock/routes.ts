// Binds the market's reading calls to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findAssetTypes } from './find-asset-types.ts'
import { findBars, findPercentHistory } from './find-bars.ts'
import { findCompany } from './find-company.ts'
import { findMovers } from './find-movers.ts'
import { findNewHighs, findNewLows } from './find-new-extremes.ts'
import { findNewIpo } from './find-new-ipo.ts'
import { findWorkspace } from './find-workspace.ts'
import { saveWorkspace } from './save-workspace.ts'
import { searchInstruments } from './search-instruments.ts'

export function stockHandlers(services: Services): GroupHandlers<'stock'> {
  const { db, clock } = services
  return {
    searchByKeyword: ({ params }) => searchInstruments(db, params.keyword),
    getTopWinners: ({ params }) => findMovers(db, 'winners', params),
    getTopLosers: ({ params }) => findMovers(db, 'losers', params),
    getNewHigh: ({ params }) => findNewHighs(db, params),
    getNewLow: ({ params }) => findNewLows(db, params),
    getNewIpo: ({ body }) => findNewIpo(db, { assetType: body.assetType, limit: body.limit, year: body.timing }),
    fundamental: ({ body }) => findCompany(db, body.symbol),
    byRange: ({ body }) => findBars(services, body, true),
    getWorkspace: ({ body, session }) => findWorkspace(db, session.userId, body),
    saveWorkspace: async ({ body, session }) => {
      await saveWorkspace(db, clock, session.userId, body)
      return { message: body.config === null ? 'The saved chart is forgotten.' : 'The chart is saved.' }
    },
    findInstrumentHistoricInPercentage: ({ body }) =>
      findPercentHistory(services, { symbol: body.instrumentCode, start: body.fromDate, end: body.toDate, timing: body.timing }),
    getAssetType: () => findAssetTypes(db),
  }
}
