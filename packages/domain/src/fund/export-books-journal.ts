// Exports the fund's books as an hledger journal, so that an independent program can verify them: one account per
// holder in money and in units, against broker value and cash outside (Export, books.journal).
import { compareIds } from '../money/largest-remainder.ts'
import type { UnitDeal, Valuation } from './book.ts'
import { amountsOf, figuresAt } from './holder-figure.ts'
import { accountPart, addTransaction, balanceOf, startJournal, type Journal, type Posting } from './hledger-text.ts'
import type { HolderId } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import type { FundReplay } from './replay-fund.ts'

const broker = 'backing:broker'
const outside = 'backing:outside'
const issued = 'backing:issued'

/** Returns the money account of a holder in `books.journal`; the unit account has `units` in place of `fund`. */
export function holderAccount(holderId: HolderId): string {
  return `fund:${accountPart(holderId)}`
}

/**
 * Returns `books.journal`: every dealing and, at the opening, at each close and at the end, a revaluation that sets
 * each holder to the displayed value. Every posting asserts its balance, and every revaluation asserts that the sum of
 * all holders is the fund value (`=*`). Backing accounts are negative, so each transaction balances: broker value +
 * cash outside = sum of holders.
 * Passes `hledger check --strict ordereddates`. Size grows with holders x closes.
 */
export function exportBooksJournal(replay: FundReplay, currency = 'USD'): string {
  const holderIds = [...new Set([unallocatedHolderId, ...amountsOf(replay.journal.withoutPayers()).keys()])].sort(
    compareIds,
  )
  const accounts = [
    'fund',
    'units',
    ...holderIds.flatMap((id) => [holderAccount(id), unitAccount(id)]),
    broker,
    outside,
    issued,
  ]
  const journal = startJournal(accounts, [currency, 'UNIT'])
  const units = new Map<HolderId, bigint>()
  let next = 0
  const bookUpTo = (step: number): void => {
    for (let dealing = replay.dealings[next]; dealing && dealing.step <= step; dealing = replay.dealings[next]) {
      units.set(dealing.holderId, (units.get(dealing.holderId) ?? 0n) + dealing.units)
      addDealing(journal, dealing)
      next += 1
    }
  }
  for (const valuation of replay.valuations) {
    bookUpTo(valuation.step)
    addRevaluation(
      journal,
      valuation,
      units,
      `${valuation.quality} ${valuation.quality === 'opening' ? 'value' : 'close'}`,
    )
  }
  bookUpTo(Number.POSITIVE_INFINITY)
  addRevaluation(journal, momentNow(replay), units, 'screen')
  return `${journal.lines.join('\n')}\n`
}

function unitAccount(holderId: HolderId): string {
  return `units:${accountPart(holderId)}`
}

/**
 * Adds money and units of one dealing. The opening has no money posting; the revaluation after it brings the money in.
 */
function addDealing(journal: Journal, dealing: UnitDeal): void {
  const { currency } = journal
  const money: Posting[] = []
  const isCash = dealing.cause === 'contribution' || dealing.cause === 'retribution' || dealing.cause === 'flow'
  if (isCash) {
    money.push({ account: holderAccount(dealing.holderId), commodity: currency, amount: dealing.amountCents })
    money.push({ account: outside, commodity: currency, amount: -dealing.amountCents })
  }
  addTransaction(journal, dealing.day, {
    text: `${dealing.cause} ${dealing.recordId ?? ''}`.trim(),
    postings: [
      ...money,
      { account: unitAccount(dealing.holderId), commodity: 'UNIT', amount: dealing.units },
      { account: issued, commodity: 'UNIT', amount: -dealing.units },
    ],
  })
}

type Moment = Pick<Valuation, 'day' | 'brokerValueCents' | 'cashOutsideCents' | 'fundValueCents' | 'units'>

function momentNow(replay: FundReplay): Moment {
  return {
    day: replay.day,
    brokerValueCents: replay.brokerValueCents,
    cashOutsideCents: replay.cashOutsideCents,
    fundValueCents: replay.fundValueCents,
    units: replay.issuedUnits,
  }
}

function addRevaluation(journal: Journal, moment: Moment, units: ReadonlyMap<HolderId, bigint>, text: string): void {
  const { currency } = journal
  const rows = figuresAt({ fundValueCents: moment.fundValueCents, openResultCents: 0n, units, amounts: new Map() })
  const target = (account: string, amount: bigint): Posting => ({
    account,
    commodity: currency,
    amount: amount - balanceOf(journal, account, currency),
  })
  const postings = [
    target(broker, -moment.brokerValueCents),
    target(outside, -moment.cashOutsideCents),
    ...rows.map((row) => target(holderAccount(row.holderId), row.valueCents)),
  ]
  addTransaction(journal, moment.day, {
    text,
    postings: postings.filter((posting) => posting.amount !== 0n),
    totals: [
      { account: 'fund', commodity: currency, amount: moment.fundValueCents },
      { account: 'units', commodity: 'UNIT', amount: moment.units },
    ],
  })
}
