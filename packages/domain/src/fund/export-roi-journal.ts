// Exports the fund as a single investment in an hledger journal: its flows, and the gain or loss at each close, so that
// `hledger roi` can compute returns independently (Export, roi.journal).
import { addCalendarDays } from '../calendar/market-day.ts'
import { type MarketDay, toCents } from '../kind.ts'
import { addTransaction, balanceOf, startJournal } from './hledger-text.ts'
import type { CashFlow } from './internal-rate.ts'
import { fundFlows } from './performance.ts'
import type { FundReplay } from './replay-fund.ts'

const investment = 'assets:fund'
const pnl = 'income:pnl'
const flowsAccount = 'equity:flows'

/**
 * Returns `roi.journal`, in money only. Query it with
 * `hledger roi --investment assets:fund --pnl income:pnl -b <opening day> -e <day>`; the value counts on the day of
 * `-e`.
 *
 * hledger applies gains before flows of the same date. With dealing of the day, the fund deals the same way. With
 * dealing before the day, a day's flows are priced at the previous close and share in that day's gain, so each close is
 * written on the following day.
 */
export function exportRoiJournal(replay: FundReplay, currency = 'USD'): string {
  const journal = startJournal([investment, flowsAccount, pnl], [currency])
  const isBeforeTheDay = replay.records.dealing === 'before-the-day'
  const flows = flowsByDay(replay)
  let next = 0
  const addFlows = (isDue: (day: MarketDay) => boolean): void => {
    for (let flow = flows[next]; flow && isDue(flow.day); flow = flows[next]) {
      addTransaction(journal, flow.day, {
        text: 'flow',
        postings: [
          { account: investment, commodity: currency, amount: flow.amountCents },
          { account: flowsAccount, commodity: currency, amount: -flow.amountCents },
        ],
      })
      next += 1
    }
  }
  for (const valuation of replay.valuations) {
    if (valuation.quality === 'opening') continue
    addFlows((day) => (isBeforeTheDay ? day <= valuation.day : day < valuation.day))
    // With dealing of the day, the fund value already contains what was dealt at this close; the gain is the rest. With
    // dealing before the day, the flows of this day are written above, and the next one is of a later day.
    const here = flows[next]
    const dealtHere = here?.day === valuation.day ? here.amountCents : 0n
    const gain = valuation.fundValueCents - dealtHere - balanceOf(journal, investment, currency)
    addTransaction(journal, isBeforeTheDay ? addCalendarDays(valuation.day, 1) : valuation.day, {
      text: 'valuation',
      postings: [
        { account: investment, commodity: currency, amount: gain },
        { account: pnl, commodity: currency, amount: -gain },
      ],
    })
  }
  addFlows(() => true)
  return `${journal.lines.join('\n')}\n`
}

/** Returns the net flow of each day, in the order of the dealings, without days that net to zero. */
function flowsByDay(replay: FundReplay): CashFlow[] {
  const byDay = new Map<MarketDay, bigint>()
  for (const flow of fundFlows(replay)) byDay.set(flow.day, (byDay.get(flow.day) ?? 0n) + flow.amountCents)
  const flows = [...byDay].map(([day, amount]): CashFlow => ({ day, amountCents: toCents(amount) }))
  return flows.filter((flow) => flow.amountCents !== 0n)
}
