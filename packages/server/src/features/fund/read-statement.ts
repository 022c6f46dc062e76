// The capital account statement of one holder for one period, from the replayed books (fund-accounting, Capital account statement).
import { Refusal, type CapitalStatement } from '@clubfolio/contract'
import { capitalStatement, formatUnits, unitValueText, type DealingCause, type HolderId, type MarketDay, type StatementBalance, type StatementReturns } from '@clubfolio/domain'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { requireMember } from '../member/store.ts'
import { findFundAccount, requireAccount, toHolderId } from '../participation/load-fund.ts'
import { readRecords } from '../participation/read-records.ts'
import { toPercent, toWireRate } from './figure-text.ts'
import { readBenchmarks } from './measure-performance.ts'

export interface StatementSpan {
  readonly accountId: string
  readonly memberId: string
  readonly from: string
  readonly to: string
}

/** Whose statement it is and how account and holder are named on it; whoever makes one has checked who asks. */
export interface StatementPlace {
  readonly holderId: HolderId
  readonly holder: string
  readonly accountNumber: string
}

export async function readOwnersStatement(services: Services, session: Session, span: StatementSpan): Promise<CapitalStatement> {
  const account = await requireAccount(services.db, session.userId, span.accountId)
  const isUnallocated = span.memberId === span.accountId
  const holder = isUnallocated ? 'Unallocated' : (await requireMember(services.db, session.userId, span.memberId)).name
  return readStatement(services, { holderId: toHolderId(span.accountId, span.memberId), holder, accountNumber: account.number }, span)
}

export async function readStatement(services: Services, place: StatementPlace, { accountId, memberId, from, to }: StatementSpan): Promise<CapitalStatement> {
  if (from > to) throw new Refusal('statementPeriod', { from, to })
  const records = await readRecords(services.db, await findFundAccount(services.db, accountId))
  const start = from < records.opening.day ? from : records.opening.day
  const statement = capitalStatement(records, place.holderId, from as MarketDay, to as MarketDay, await readBenchmarks(services, start as MarketDay, to as MarketDay))
  return {
    accountId,
    memberId,
    holder: place.holder,
    accountNumber: place.accountNumber,
    from,
    to,
    opening: toBalance(statement.opening),
    closing: toBalance(statement.closing),
    lines: statement.lines.map((line) => ({
      day: line.day,
      what: causeWords[line.cause],
      amount: line.amountCents,
      units: formatUnits(line.units),
      unitValue: unitValueText(line.rate),
    })),
    realised: statement.realisedCents,
    unrealisedChange: statement.unrealisedChangeCents,
    expenses: statement.expensesCents,
    period: toReturns(statement.period),
    sinceStart: toReturns(statement.sinceStart),
  }
}

/** Words only, never the other side of a transfer: a member's statement names nobody else. */
const causeWords: Readonly<Record<DealingCause, string>> = {
  opening: 'Opening',
  'opening-share': 'Share of the opening',
  funding: 'Funded from the opening',
  contribution: 'Contribution',
  retribution: 'Retribution',
  transfer: 'Transfer',
  flow: 'Movement without entry',
  'left-over': 'Left over',
}

function toBalance({ valueCents, units, rate, percentHundredths }: StatementBalance): CapitalStatement['opening'] {
  return { value: valueCents, units: formatUnits(units), unitValue: unitValueText(rate), percent: percentHundredths / 100 }
}

function toReturns({ timeWeighted, internalRate, benchmarks }: StatementReturns): CapitalStatement['period'] {
  return {
    timeWeightedPercent: timeWeighted ? toPercent(timeWeighted.total) : null,
    internalRate: toWireRate(internalRate),
    benchmarks: Object.entries(benchmarks).flatMap(([symbol, replay]) => (replay ? [{ symbol, endValue: replay.endValueCents, internalRate: toWireRate(replay.internalRate) }] : [])),
  }
}
