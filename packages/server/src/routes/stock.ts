// Binds the market's reading calls to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findAssetTypes } from '../features/stock/find-asset-types.ts'
import { findBars, findPercentHistory } from '../features/stock/find-bars.ts'
import { findCompany } from '../features/stock/find-company.ts'
import { findHeatMap } from '../features/stock/find-heat-map.ts'
import { findMovers } from '../features/stock/find-movers.ts'
import { findNewHighs, findNewLows } from '../features/stock/find-new-extremes.ts'
import { findNewIpo } from '../features/stock/find-new-ipo.ts'
import { findLabels, saveLabel } from '../features/stock/instrument-labels.ts'
import { findWorkspace } from '../features/stock/find-workspace.ts'
import { saveWorkspace } from '../features/stock/save-workspace.ts'
import { searchInstruments } from '../features/stock/search-instruments.ts'

export const stockHandlers: GroupHandlers<'stock'> = {
  searchByKeyword: ({ services, params }) => searchInstruments(services.db, params.keyword),
  getTopWinners: ({ services, params }) => findMovers(services.db, 'winners', params),
  getTopLosers: ({ services, params }) => findMovers(services.db, 'losers', params),
  getNewHigh: ({ services, params }) => findNewHighs(services.db, params),
  getNewLow: ({ services, params }) => findNewLows(services.db, params),
  getNewIpo: ({ services, body }) =>
    findNewIpo(services.db, { assetType: body.assetType, limit: body.limit, year: body.timing }),
  findHeatMap: ({ services, body }) => findHeatMap(services.db, body),
  fundamental: ({ services, body }) => findCompany(services.db, body.symbol),
  byRange: ({ services, body }) => findBars(services, body, true),
  getWorkspace: ({ services, body, session }) => findWorkspace(services.db, session.userId, body),
  saveWorkspace: async ({ services, body, session }) => {
    const revision = await saveWorkspace(services.db, services.clock, session.userId, body)
    return { message: body.config === null ? 'The saved chart is forgotten.' : 'The chart is saved.', revision }
  },
  findInstrumentHistoricInPercentage: ({ services, body }) =>
    findPercentHistory(
      services,
      { symbol: body.instrumentCode, start: body.fromDate, end: body.toDate, timing: body.timing },
      body.exact,
    ),
  findLabels: ({ services, session }) => findLabels(services.db, session.userId),
  saveLabel: async ({ services, body, session }) => {
    await saveLabel(services, session.userId, body)
    return { message: body.label === '' ? 'The label is removed.' : `${body.symbol} is labelled ${body.label}.` }
  },
  getAssetType: ({ services }) => findAssetTypes(services.db),
}
