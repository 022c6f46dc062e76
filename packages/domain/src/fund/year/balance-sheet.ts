// The balance sheet of a fund at the end of a period and the statement of its result, both balanced to the cent
// (docs/rules/fund-year.md, "Balance sheet" and "Income statement").
import { type Cents, toCents } from '../../kind.ts'
import type { Valuation } from '../book.ts'
import type { StatementPeriod } from '../capital-statement.ts'
import type { HolderId } from '../record.ts'

export interface HolderCapital {
  readonly holderId: HolderId
  readonly valueCents: Cents
  readonly accruedCents: Cents
  /** Value less accrued fees. */
  readonly netCents: Cents
}

export interface BalanceFigures {
  /** The close behind the figures, or the opening. */
  readonly valuation: Pick<Valuation, 'day' | 'quality'>
  readonly cashCents: Cents
  /** At average cost: what the open positions would leave without their open profit. */
  readonly positionsAtCostCents: Cents
  readonly openProfitCents: Cents
  readonly positionsAtMarketCents: Cents
  /** Money on its way, of either sign. */
  readonly cashOutsideCents: Cents
  /** Cash, positions at market and cash outside: the fund value. */
  readonly assetsCents: Cents
  /** What members owe the receivers of fees at the end of the day. */
  readonly accruedManagementCents: Cents
  readonly accruedPerformanceCents: Cents
  /** Values less accrued fees; with them it is the fund value. */
  readonly netCapitalCents: Cents
  readonly holders: readonly HolderCapital[]
}

/**
 * States what a fund has and whose it is at the end of a period; `cashCents` is the cash of the last close.
 * Example: 2,000.00 cash and positions bought for 7,000.00 that are worth 8,000.00: assets and capital of 10,000.00.
 */
export function balanceFigures({ end, endRows, endNetValues }: StatementPeriod, cashCents: Cents): BalanceFigures {
  const last = end.valuations.at(-1)!
  const atMarket = end.brokerValueCents - cashCents
  const nets = [...endNetValues.values()]
  const sum = (amounts: readonly bigint[]): Cents => toCents(amounts.reduce((all, one) => all + one, 0n))
  const accruedManagementCents = sum(nets.map(({ managementCents }) => managementCents))
  const accruedPerformanceCents = sum(nets.map(({ performanceCents }) => performanceCents))
  return {
    valuation: { day: last.day, quality: last.quality },
    cashCents,
    positionsAtCostCents: toCents(atMarket - end.openProfitCents),
    openProfitCents: end.openProfitCents,
    positionsAtMarketCents: toCents(atMarket),
    cashOutsideCents: end.cashOutsideCents,
    assetsCents: end.fundValueCents,
    accruedManagementCents,
    accruedPerformanceCents,
    netCapitalCents: toCents(end.fundValueCents - accruedManagementCents - accruedPerformanceCents),
    holders: [...endRows.values()].map(({ holderId, valueCents }) => {
      const net = endNetValues.get(holderId)
      const accruedCents = toCents((net?.managementCents ?? 0n) + (net?.performanceCents ?? 0n))
      return { holderId, valueCents, accruedCents, netCents: toCents(valueCents - accruedCents) }
    }),
  }
}

/** How the members' capital went from one end of a period to the other. */
export interface CapitalBridge {
  readonly beforeCents: Cents
  readonly paidInCents: Cents
  readonly takenOutCents: Cents
  /** Opening shares worth more than was paid in for them, or less. */
  readonly broughtForwardCents: Cents
  readonly realCents: Cents
  readonly unrealisedCents: Cents
  readonly afterCents: Cents
}

/**
 * Returns the bridge of a period: before + paid in - taken out + brought forward + Real + change of the open result =
 * after. A period that contains the opening starts at 0.00, and what was in the account counts as paid in.
 */
export function capitalBridge({ from, start, end, startRows, endRows }: StatementPeriod): CapitalBridge {
  const sumOf = (rows: StatementPeriod['endRows'], figure: 'realCents' | 'floatingCents'): bigint =>
    [...rows.values()].reduce((sum, row) => sum + row[figure], 0n)
  let paidIn = 0n
  let takenOut = 0n
  let broughtForward = 0n
  for (const { day, cause, amountCents, flowCents } of end.dealings) {
    if (day < from || cause === 'transfer' || cause === 'funding') continue
    if (amountCents < 0n) takenOut -= amountCents
    else paidIn += amountCents
    broughtForward += flowCents - amountCents
  }
  return {
    beforeCents: toCents(start?.fundValueCents ?? 0n),
    paidInCents: toCents(paidIn),
    takenOutCents: toCents(takenOut),
    broughtForwardCents: toCents(broughtForward),
    realCents: toCents(sumOf(endRows, 'realCents') - sumOf(startRows, 'realCents') - broughtForward),
    unrealisedCents: toCents(sumOf(endRows, 'floatingCents') - sumOf(startRows, 'floatingCents')),
    afterCents: end.fundValueCents,
  }
}
