// Checks the invariants of the books on one fund's current rows, and describes each violation in words. The same rules
// are tested over random histories; this check covers the real rows (docs/rules/fund.md, "Invariants").
import {
  divideFractions,
  findHalves,
  fractionToNumber,
  holderFigures,
  replayFund,
  timeWeightedReturn,
  unallocatedHolderId,
  unitValueOf,
  type FundRecords,
  type FundReplay,
} from '@clubfolio/domain'
import { asOfDay } from '../performance/measure-performance.ts'

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, one) => total + one, 0n)

/** Returns the violations; empty when every invariant holds. */
export function checkInvariants(records: FundRecords): string[] {
  const replay = replayFund(records)
  return [
    checkValues,
    checkUnits,
    checkUnitValue,
    checkResults,
    checkCash,
    checkReturn,
    checkReplay,
    checkPayments,
  ].flatMap((check) => check(replay))
}

function finding(holds: boolean, words: string): string[] {
  return holds ? [] : [words]
}

function checkValues(replay: FundReplay): string[] {
  const rows = holderFigures(replay)
  return [
    ...finding(
      sum(rows.map((row) => row.valueCents)) === replay.fundValueCents,
      "The holders' values do not add up to the fund value.",
    ),
    ...finding(
      rows.reduce((total, row) => total + row.percentHundredths, 0) === 10_000,
      'The percentages do not add up to 100.00.',
    ),
  ]
}

function checkUnits(replay: FundReplay): string[] {
  const held = new Map<string, bigint>()
  let isBelowZero = false
  for (const { holderId, units } of replay.dealings) {
    const next = (held.get(holderId) ?? 0n) + units
    held.set(holderId, next)
    if (next < 0n) isBelowZero = true
  }
  return [
    ...finding(!isBelowZero, 'A holder is below zero on some day.'),
    ...finding(
      sum(held.values()) === replay.issuedUnits && sum(replay.holdings.values()) === replay.issuedUnits,
      "The holders' units do not add up to the issued units.",
    ),
  ]
}

/**
 * Entries since the last close, and money that arrived or left at it (units are issued at its rate), may move the unit
 * value by no more than their rounding.
 */
function checkUnitValue(replay: FundReplay): string[] {
  const last = replay.valuations.at(-1)
  if (!last || replay.issuedUnits === 0n || last.units === 0n || last.rate.numerator <= 0n) return []
  const since = replay.dealings.filter((dealing) => dealing.step >= last.step)
  const unitValue = fractionToNumber(unitValueOf(last.rate))
  const now = Number(replay.fundValueCents) / 100 / (Number(replay.issuedUnits) / 1e8)
  const bound =
    (since.length * unitValue * 0.5e-8 + 0.01 * since.length) / (Number(replay.issuedUnits) / 1e8) +
    1e-9 * Math.max(1, unitValue)
  return finding(Math.abs(now - unitValue) <= bound, 'Entries have moved the unit value.')
}

function checkResults(replay: FundReplay): string[] {
  const { opening, openingShares } = replay.records
  const rows = holderFigures(replay)
  const broughtForward = sum(openingShares.map((share) => share.shareCents - share.paidInCents))
  const realChange = replay.brokerValueCents - replay.openProfitCents - (opening.valueCents - opening.openProfitCents)
  const outflow = sum(replay.valuations.map((one) => one.expensesCents + one.movementsCents))
  const given = sum(
    replay.dealings
      .filter((one) => one.holderId !== unallocatedHolderId && (one.cause === 'funding' || one.cause === 'transfer'))
      .map((one) => one.amountCents),
  )
  const flows = sum(replay.dealings.filter((one) => one.cause === 'flow').map((one) => one.amountCents))
  const own = rows.find((row) => row.holderId === unallocatedHolderId)?.amountCents ?? 0n
  return [
    ...finding(
      sum(rows.map((row) => row.realCents)) === broughtForward + realChange - outflow,
      "The holders' Real does not add up to the realised result.",
    ),
    ...finding(
      sum(rows.map((row) => row.floatingCents)) === replay.openProfitCents - opening.openProfitCents,
      "The holders' Floating does not add up to the open result.",
    ),
    ...finding(
      own === opening.valueCents - sum(openingShares.map((share) => share.shareCents)) + flows - given,
      'The amount of Unallocated does not follow from the opening.',
    ),
  ]
}

function checkCash(replay: FundReplay): string[] {
  const dealt = sum(
    replay.dealings
      .filter((one) => one.cause === 'contribution' || one.cause === 'retribution' || one.cause === 'flow')
      .map((one) => one.amountCents),
  )
  const booked = sum(replay.valuations.map((one) => one.expensesCents + one.movementsCents))
  return finding(
    replay.cashOutsideCents === dealt - booked,
    'The cash outside does not follow from entries, expenses and movements.',
  )
}

function checkReturn(replay: FundReplay): string[] {
  const first = replay.valuations[0]
  const last = replay.valuations.at(-1)
  const shown = timeWeightedReturn(replay.valuations, replay.records.opening.day, asOfDay(replay))
  if (!first || !last || !shown) return []
  return finding(
    Math.abs(shown.total - (fractionToNumber(divideFractions(last.rate, first.rate)) - 1)) < 1e-9,
    'The time-weighted return does not follow from the unit values.',
  )
}

/** An expense paid by a member and the contribution booked with it are reversed together. */
const checkPayments = ({ records }: FundReplay): string[] =>
  finding(
    findHalves(records).length === 0,
    'An expense that a member paid and the contribution booked with it do not match.',
  )

/** The result must not depend on insertion order. */
function checkReplay(replay: FundReplay): string[] {
  const { records } = replay
  const turned = replayFund({
    ...records,
    entries: records.entries.toReversed(),
    movements: records.movements.toReversed(),
    closes: records.closes.toReversed(),
    matches: records.matches.toReversed(),
    expenses: records.expenses.toReversed(),
    transfers: records.transfers.toReversed(),
    moves: records.moves.toReversed(),
    feePolicies: records.feePolicies.toReversed(),
    feeCharges: records.feeCharges.toReversed(),
    reversals: records.reversals.toReversed(),
    statusChanges: records.statusChanges.toReversed(),
  })
  const figures = (one: FundReplay) =>
    holderFigures(one)
      .map((row) => `${row.holderId} ${row.units} ${row.valueCents} ${row.realCents}`)
      .join('\n')
  return finding(figures(turned) === figures(replay), 'Replaying the records in another order gives other figures.')
}
