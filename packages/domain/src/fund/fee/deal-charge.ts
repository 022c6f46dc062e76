// Deals the charges of one day, before everything else of it, in the order of holder ids and with the management fee
// before the performance fee. A draft is calculated on the way (docs/rules/fund-fees.md, "Charges").
import { dayNumberOf, marketDayOfNumber } from '../../calendar/market-day.ts'
import { toCents, toUnitSteps } from '../../kind.ts'
import { fraction } from '../../money/fraction.ts'
import { compareIds } from '../../money/largest-remainder.ts'
import { lesser } from '../../money/lesser.ts'
import { type Book, unitsOf } from '../book.ts'
import { unitsFor } from '../unit-amount.ts'
import { type Cover, coverOf, type DayStart, startDay } from '../cover.ts'
import type { Batch } from '../deal-batch.ts'
import type { FeeCharge, FeeChargeLine, FeeKind, FeePolicy, HolderId } from '../record.ts'
import type { CalculatedLine, CalculatedLot, ChargeDraft } from './charge-draft.ts'
import { dealByColumn } from './deal-by-column.ts'
import { exactManagement, exactPerformance, feeCents } from './due-fee.ts'
import { attoPerCent, settleManagement } from './fee-account.ts'
import { accountOf, type FeeBook, measureNow, settleAccrued } from './fee-book.ts'
import { gainOf, gainScale, hurdleMark, type Lot, raiseMarks, takeByGain, type PerformanceMeasure } from './lot.ts'
import { beyondEverything } from './leave.ts'
import { FeeBatch } from './pay-fee.ts'
import { feeKinds, rateOf } from './policy.ts'

interface Charging {
  readonly book: Book
  readonly start: DayStart
  readonly fees: FeeBook
  readonly batch: Batch
  readonly transfers: FeeBatch
}

/** Deals the charges of a batch and calculates its drafts. */
export function dealCharges(book: Book, batch: Batch): void {
  const { fees } = book
  if (!fees || batch.charges.length === 0) return
  const charging = { book, start: startDay(book), fees, batch, transfers: new FeeBatch(book) }
  for (const charge of batch.charges) {
    if ('lines' in charge) dealCharge(charging, charge)
    else calculate(charging, charge)
  }
  charging.transfers.receive()
}

function dealCharge(charging: Charging, charge: FeeCharge): void {
  const { book, fees, transfers } = charging
  fees.events.push({ kind: 'charged', day: charging.batch.day, through: fees.through, charge })
  const measure = measureOf(fees, charge)
  if (dealByColumn(book, charge, { fees, day: charging.batch.day, measure, transfers })) return
  for (const line of charge.lines) dealLine(charging, charge, line, measure)
}

function measureOf(fees: FeeBook, charge: FeeCharge): PerformanceMeasure {
  const hurdleMillionths = policyOn(fees, 'performance', charge)?.hurdleMillionths ?? 0n
  return { rate: charge.rate, hurdleMillionths, day: dayNumberOf(charge.endDay) }
}

function dealLine(charging: Charging, charge: FeeCharge, line: FeeChargeLine, measure: PerformanceMeasure): void {
  const { fees } = charging
  const { holderId } = line
  const account = accountOf(fees, holderId)
  if (line.kind === 'management') {
    settleAccrued(fees, holderId, account)
    settleManagement(account, line.settledAtto)
    pay(charging, charge.id, line, undefined)
    return
  }
  chargePerformance(charging, charge, line, measure)
}

const policyOn = (fees: FeeBook, kind: FeeKind, { endDay }: FeeCharge): FeePolicy | undefined =>
  fees.policies.findLast((policy) => policy.kind === kind && policy.firstDay <= endDay)

function chargePerformance(
  charging: Charging,
  charge: Pick<FeeCharge, 'id' | 'isWaived'>,
  line: Pick<FeeChargeLine, 'holderId' | 'kind' | 'receiverId' | 'amountCents'>,
  measure: PerformanceMeasure,
): void {
  const account = accountOf(charging.fees, line.holderId)
  if (line.amountCents === 0n && !charge.isWaived) return
  pay(charging, charge.id, line, measure)
  raiseMarks(account.lots, measure)
  account.owedAtto.performance = 0n
}

function pay(
  charging: Charging,
  recordId: string,
  line: Pick<FeeChargeLine, 'holderId' | 'kind' | 'receiverId' | 'amountCents'>,
  measure: PerformanceMeasure | undefined,
): void {
  if (line.amountCents === 0n) return
  const { book, fees, batch, transfers } = charging
  const { holderId, receiverId, kind, amountCents } = line
  const held = unitsOf(book, holderId)
  let units = unitsFor(amountCents, book.rate)
  let paidCents: bigint = amountCents
  // Far from everything the units alone decide. A correction by the broker can leave less than a charge says.
  if (2n * units >= held) {
    const cover = coverNow(charging, holderId, amountCents)
    if (cover.outcome === 'over') paidCents = cover.maximumCents
    units = cover.outcome === 'part' ? lesser(units, held) : held
  }
  if (units === 0n && paidCents === 0n) return
  if (measure) takeByGain(accountOf(fees, holderId).lots, units, measure)
  const fee = { day: batch.day, holderId, receiverId, kind, recordId, amountCents: paidCents, isAll: false }
  transfers.pay(fee, units, measure !== undefined)
}

function coverNow({ book, start, transfers }: Charging, holderId: HolderId, demandCents: bigint): Cover {
  return transfers.asReceived(holderId, () => coverOf(book, start, holderId, demandCents))
}

function calculate(charging: Charging, draft: ChargeDraft): void {
  const { book, batch } = charging
  const lines: CalculatedLine[] = []
  const holderIds = draft.holderId === undefined ? [...book.units.all().keys()] : [draft.holderId]
  for (const holderId of holderIds.filter((id) => !draft.exceptIds.has(id)).sort(compareIds)) {
    for (const kind of feeKinds) {
      const concerned = draft.concerned[kind]
      const isConcerned = concerned !== undefined && (concerned === 'all' || concerned.has(holderId))
      const line = isConcerned ? calculateLine(charging, draft, kind, holderId) : undefined
      if (line) lines.push(line)
    }
  }
  book.calculatedCharges.push({ draft, day: batch.day, rate: book.rate, lines })
}

function calculateLine(
  charging: Charging,
  draft: ChargeDraft,
  kind: FeeKind,
  holderId: HolderId,
): CalculatedLine | undefined {
  const { book, fees } = charging
  const policy = fees[kind]
  const account = fees.accounts.get(holderId)
  const rateMillionths = rateOf(policy, holderId)
  if (!policy || !account) return undefined
  const holder = { holderId, held: unitsOf(book, holderId), rate: book.rate }
  const measure = measureNow(fees, book.rate)
  const exactAtto =
    kind === 'management' ? exactManagement(fees, account, holder) : exactPerformance(fees, account, holder)
  if (rateMillionths === 0n && exactAtto === 0n) return undefined
  // The value on the screen decides only about a fee that could take all of it.
  const exactValue = (holder.held * book.rate.numerator) / book.rate.denominator
  const isNear = 2n * exactAtto > exactValue * attoPerCent
  const valueCents = isNear ? coverNow(charging, holderId, beyondEverything).maximumCents : exactValue
  const amountCents = draft.isWaived ? 0n : feeCents(exactAtto, valueCents)
  const isCarried = amountCents === 0n && !draft.isWaived && 2n * exactAtto <= attoPerCent
  const line: CalculatedLine = {
    holderId,
    kind,
    receiverId: policy.receiverId,
    amountCents: toCents(amountCents),
    settledAtto: kind === 'performance' || isCarried ? 0n : exactAtto,
    rateMillionths,
    units: toUnitSteps(holder.held),
    valueCents: toCents(valueCents),
    exactAtto,
    carriedAtto: kind === 'management' ? account.carriedAtto : 0n,
    owedAtto: account.owedAtto[kind],
    lots: kind === 'performance' ? account.lots.map((lot) => calculatedLot(lot, measure)) : [],
  }
  if (kind === 'management') {
    settleManagement(account, line.settledAtto)
    pay(charging, draft.id, line, undefined)
  } else chargePerformance(charging, draft, line, measure)
  return line
}

function calculatedLot(lot: Lot, measure: PerformanceMeasure): CalculatedLot {
  return {
    since: marketDayOfNumber(lot.since),
    units: toUnitSteps(lot.units),
    mark: lot.mark,
    hurdleMark: hurdleMark(lot, measure),
    gain: fraction(gainOf(lot, measure), gainScale),
  }
}
