// The catalogue of all built-in reports, in list order.
import { Refusal } from '@clubfolio/contract'
import { accountPerformance } from './definitions/account-performance.ts'
import { entries } from './definitions/entries.ts'
import { fees } from './definitions/fees.ts'
import { fundUnitValues } from './definitions/fund-unit-values.ts'
import { fundIncome } from './definitions/fund-income.ts'
import { income } from './definitions/income.ts'
import { marketMovers } from './definitions/market-movers.ts'
import { memberCapitalAccount } from './definitions/member-capital-account.ts'
import { members } from './definitions/members.ts'
import { myCapitalAccount } from './definitions/my-capital-account.ts'
import { myIncome } from './definitions/my-income.ts'
import { myReturnsAndRisk } from './definitions/my-returns-and-risk.ts'
import { newExtremes } from './definitions/new-extremes.ts'
import { openPositions } from './definitions/open-positions.ts'
import { opportunities } from './definitions/opportunities.ts'
import { orders } from './definitions/orders.ts'
import { participations } from './definitions/participations.ts'
import { realisedGainsByLot, realisedGainsByYear } from './definitions/realised-gains.ts'
import { returnsAndRisk } from './definitions/returns-and-risk.ts'
import { transactions } from './definitions/transactions.ts'
import { userActivity } from './definitions/user-activity.ts'
import { walletHistory } from './definitions/wallet-history.ts'
import { yearAllocation } from './definitions/year-allocation.ts'
import type { ReportDefinition } from './report-definition.ts'

export const reportCatalogue = [
  transactions,
  realisedGainsByLot,
  realisedGainsByYear,
  openPositions,
  orders,
  income,
  fees,
  accountPerformance,
  walletHistory,
  fundUnitValues,
  participations,
  members,
  memberCapitalAccount,
  returnsAndRisk,
  fundIncome,
  yearAllocation,
  myCapitalAccount,
  myReturnsAndRisk,
  myIncome,
  entries,
  marketMovers,
  newExtremes,
  opportunities,
  userActivity,
] as const satisfies readonly ReportDefinition[]

/** The keys of the catalogue. */
export type ReportKey = (typeof reportCatalogue)[number]['key']

/** The category of own reports in the list. */
export const ownCategory = 'Own reports'

/** Returns the report that is the dataset of an own report. Throws `ownReportDataset`. */
export function findDataset(key: string): ReportDefinition {
  const definition = reportCatalogue.find((one) => one.key === key)
  if (!definition) throw new Refusal('ownReportDataset', { dataset: key })
  return definition
}
