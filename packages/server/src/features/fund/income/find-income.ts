// Income over a period, of an account or its fund for those who may read it, and a member's own part of it, with
// nothing of any other member; and what is expected (docs/rules/income.md).
import {
  type Income,
  type IncomeExpected,
  type IncomeKind,
  type IncomeLine,
  type IncomePayment,
  type ParamsOf,
} from '@clubfolio/contract'
import {
  attributedDays,
  type AttributedDay,
  type Cents,
  type DaySpan,
  estimateIncome,
  fractionToNumber,
  formatCode,
  holderDays,
  type HolderId,
  holderLines,
  type IncomeEstimate,
  incomeYield,
  type MarketDay,
  roundByLargestRemainder,
  roundHalfEven,
  roundPercent,
  scaleShare,
  shareAmounts,
  toCents,
  wholeAmount,
} from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { classifyLines } from '../attribution/classify-lines.ts'
import { spanOf } from '../attribution/attribution-span.ts'
import { readHomes } from '../book/account-home.ts'
import { toPercent } from '../book/figure-text.ts'
import { readAnyFund, readFund, type CurrentFund } from '../book/load-fund.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { groupBy } from './group-by.ts'
import { isSpecialPayment } from './income-kind.ts'
import { readIncome, type BookedIncome } from './read-income.ts'
import { readPayers, type Payers } from './read-payers.ts'

type Span = Pick<ParamsOf<'fund', 'findIncome'>, 'from' | 'to'>

/** Throws `notFound`, and `statementPeriod` for a span that ends before it starts. */
export async function findIncome(
  services: Services,
  session: Session,
  { accountId, ...span }: ParamsOf<'fund', 'findIncome'>,
): Promise<Income> {
  const fund = await readFund(services, session.userId, accountId)
  return incomeOfFund(services, fund, span)
}

/** Returns the income of a whole fund, for callers whose right to it was checked. */
export async function incomeOfFund(services: Services, fund: CurrentFund, span: Span): Promise<Income> {
  const within = spanOf(span, fund)
  return present(services, fund, {
    span: within,
    firstDay: fund.records.opening.day,
    days: attributedDays(fund.replay, within),
    partNow: wholeAmount,
  })
}

/** The same for a member's own part; throws `notFound`, also for anybody else's place. */
export async function findMyIncome(
  services: Services,
  session: Session,
  { accountId, memberId, ...span }: ParamsOf<'fund', 'findMyIncome'>,
): Promise<Income> {
  const { holderId } = await requireMyParticipation(services.db, session, { accountId, memberId })
  return incomeOfHolder(services, await readAnyFund(services, accountId), { holderId, span })
}

/** Returns the income of a holder's part, for callers whose right to it was checked. */
export async function incomeOfHolder(
  services: Services,
  fund: CurrentFund,
  { holderId, span }: { readonly holderId: HolderId; readonly span: Span },
): Promise<Income> {
  const within = spanOf(span, fund)
  return present(services, fund, {
    span: within,
    firstDay: holderLines(fund.replay, holderId)[0]?.day ?? fund.records.opening.day,
    days: holderDays(fund.replay, holderId, within).days,
    partNow: partNow(fund, holderId),
  })
}

/** The part of the units that the holder has now, in steps of `wholeAmount`. */
function partNow({ replay }: CurrentFund, holderId: HolderId): bigint {
  let [units, own] = [0n, 0n]
  for (const dealing of replay.dealings) {
    units += dealing.units
    if (dealing.holderId === holderId) own += dealing.units
  }
  return units === 0n ? 0n : (own * wholeAmount) / units
}

interface PresentOptions {
  readonly span: DaySpan
  readonly firstDay: MarketDay
  readonly days: readonly AttributedDay[]
  /** Of what is held now. */
  readonly partNow: bigint
}

async function present(services: Services, fund: CurrentFund, options: PresentOptions): Promise<Income> {
  const { span, firstDay, days } = options
  const { account, replay } = fund
  const closes = replay.valuations.map(({ day }) => day)
  const lastDay = closes.at(-1) ?? firstDay
  const booked = await readIncome(services.db, await readHomes(services.db, account.id), closes)
  const payers = await readPayers(services.db, booked)
  const parts = new Map(days.map(({ day, share }) => [day, scaleShare(share).part]))
  // What was booked up to the opening is part of the opening value: its day is no day of a period.
  const received = booked.filter(({ day }) => parts.has(day))
  const amounts = shareAmounts(received.map(({ day, amountCents }) => ({ amountCents, part: parts.get(day)! })))
  const shared = received.map((one, index) => ({ ...one, sharedCents: amounts[index]! }))
  const estimates = estimate(booked, payers, { accountId: account.id, asOf: lastDay })
  const expected = shareEstimates(estimates, options.partNow)
  const symbols = [...new Set([...shared, ...expected].flatMap(({ symbol }) => symbol ?? []))]
  const classOf = await classifyLines(services.db, { marketSource: account.marketSource, symbols })
  const nameOf = (symbol: string) => classOf({ ...noFacts, symbol }, 'INSTRUMENT')
  const lines = linesOf({ shared, expected, estimates, payers, nameOf, partNow: options.partNow })
  return {
    currency: account.currency,
    startDay: days.length === 0 ? null : (closes.findLast((day) => day < span.from) ?? null),
    endDay: days.at(-1)?.day ?? null,
    firstDay,
    lastDay,
    payments: joinDays(shared),
    lines,
    expected: expected.map(({ symbol, sharedCents, ...one }) => ({
      ...one,
      code: formatCode(symbol),
      amount: toCents(sharedCents),
    })),
    total: {
      received: sumOf(shared),
      kinds: sumByKind(shared),
      inIncome: sumOf(shared.filter(({ column }) => column === 'INCOME')),
      inFees: sumOf(shared.filter(({ column }) => column === 'FEES')),
      inPrice: sumOf(shared.filter(({ column }) => column === 'PRICE')),
      expected: expected.length === 0 ? null : sumOf(expected),
    },
  }
}

const noFacts = { isShort: false, weightDays: 0, daysHeld: 0, isHeld: false }

interface Shared {
  /** In whole cents, of the fund or of the holder. */
  readonly sharedCents: bigint
}
type SharedIncome = BookedIncome & Shared

const sumOf = (parts: readonly Shared[]): Cents =>
  toCents(parts.reduce((sum, { sharedCents }) => sum + sharedCents, 0n))

function sumByKind(parts: readonly SharedIncome[]): Record<IncomeKind, Cents> {
  const of = (kind: IncomeKind): Cents => sumOf(parts.filter((part) => part.kind === kind))
  return {
    DIVIDEND: of('DIVIDEND'),
    INTEREST: of('INTEREST'),
    LENDING: of('LENDING'),
    TAX: of('TAX'),
    FEE: of('FEE'),
    CAPITAL: of('CAPITAL'),
    OTHER: of('OTHER'),
  }
}

/** What a holder's part comes to nothing of is left out. */
function joinDays(parts: readonly SharedIncome[]): IncomePayment[] {
  const byKey = groupBy(
    parts.filter(({ sharedCents }) => sharedCents !== 0n),
    ({ day, kind, symbol }) => `${day} ${kind} ${symbol}`,
  )
  return [...byKey.values()]
    .map((same): IncomePayment => {
      const { day, kind, symbol } = same[0]!
      return {
        day,
        kind,
        code: symbol === null ? null : formatCode(symbol),
        description: [...new Set(same.map(({ description }) => description))].join('; ').slice(0, 500),
        amount: sumOf(same),
      }
    })
    .sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1))
}

/** Kinds that an instrument pays again and again. */
const repeatedKinds: readonly IncomeKind[] = ['DIVIDEND', 'INTEREST', 'TAX', 'FEE']

interface KindEstimate extends IncomeEstimate {
  readonly symbol: string
  readonly kind: IncomeKind
}

/** Each kind of an instrument by itself; tax and fees only beside what they were kept back of. */
function estimate(
  booked: readonly BookedIncome[],
  payers: Payers,
  { accountId, asOf }: { readonly accountId: string; readonly asOf: MarketDay },
): KindEstimate[] {
  const bySymbol = groupBy(booked, ({ symbol }) => symbol)
  return [...bySymbol].flatMap(([symbol, ofSymbol]) => {
    if (symbol === null) return []
    const byKind = groupBy(ofSymbol, ({ kind }) => kind)
    const found = repeatedKinds.flatMap((kind): KindEstimate[] => {
      const ofKind = byKind.get(kind)
      if (ofKind === undefined) return []
      const payments = ofKind.map((one) => ({
        day: one.day,
        amountCents: one.amountCents,
        quantity: payers.at(one).quantity,
        isSpecial: isSpecialPayment(one.description),
      }))
      const quantity = payers.heldNow(accountId, symbol)
      return [{ symbol, kind, ...estimateIncome({ payments, splits: payers.splitsOf(symbol), quantity, asOf }) }]
    })
    const paid = found.filter(({ kind }) => kind === 'DIVIDEND' || kind === 'INTEREST')
    return paid.some(({ expected }) => expected.length > 0) ? found : paid
  })
}

interface SharedEstimate extends Omit<IncomeExpected, 'code' | 'amount'>, Shared {
  readonly symbol: string
}

function shareEstimates(estimates: readonly KindEstimate[], part: bigint): SharedEstimate[] {
  const all = estimates
    .flatMap(({ symbol, kind, expected }) => expected.map((one) => ({ symbol, kind, ...one })))
    .sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1))
  // In steps of a cent's part, so that all of them round together.
  const exact = all.map(({ amount }, index): [string, bigint] => [
    String(index).padStart(8, '0'),
    (amount.numerator * part) / amount.denominator,
  ])
  const total = exact.reduce((sum, [, size]) => sum + size, 0n)
  const rounded = roundByLargestRemainder(
    roundHalfEven({ numerator: total, denominator: wholeAmount }),
    exact,
    wholeAmount,
  )
  return all.flatMap(({ amount: _amount, ...one }, index) => {
    const sharedCents = rounded.get(exact[index]![0]) ?? 0n
    return sharedCents === 0n ? [] : [{ ...one, sharedCents }]
  })
}

interface LineParts {
  readonly shared: readonly SharedIncome[]
  readonly expected: readonly SharedEstimate[]
  readonly estimates: readonly KindEstimate[]
  readonly payers: Payers
  readonly nameOf: (symbol: string) => { readonly name: string; readonly detail: string | null }
  readonly partNow: bigint
}

function linesOf({ shared, expected, estimates, payers, nameOf, partNow: part }: LineParts): IncomeLine[] {
  const bySymbol = groupBy(shared, ({ symbol }) => symbol)
  const estimatedBySymbol = groupBy(expected, ({ symbol }) => symbol)
  const reasons = groupBy(estimates, ({ symbol }) => symbol)
  const symbols = new Set([...bySymbol.keys(), ...estimatedBySymbol.keys()])
  return [...symbols]
    .map((symbol): IncomeLine => {
      const parts = bySymbol.get(symbol) ?? []
      const sums = { received: sumOf(parts), kinds: sumByKind(parts) }
      if (symbol === null)
        return {
          code: null,
          name: 'Cash',
          detail: null,
          ...sums,
          yieldOnCost: null,
          yieldOnValue: null,
          expected: null,
          noEstimate: 'NO_INSTRUMENT',
          leftOut: [],
        }
      const estimated = estimatedBySymbol.get(symbol)
      const own = reasons.get(symbol) ?? []
      const isHeld = part !== 0n && !own.some(({ reason }) => reason === 'NOT_HELD')
      const isEstimated = isHeld && own.some(({ expected: ofKind }) => ofKind.length > 0)
      return {
        code: formatCode(symbol),
        ...nameOf(symbol),
        ...sums,
        yieldOnCost: percentOf(parts, (one) => payers.at(one).costCents),
        yieldOnValue: percentOf(parts, (one) => payers.at(one).valueCents),
        expected: isEstimated ? sumOf(estimated ?? []) : null,
        noEstimate: isEstimated ? null : isHeld ? 'FEW_PAYMENTS' : 'NOT_HELD',
        leftOut: [...new Set(own.flatMap(({ leftOut }) => leftOut))].sort(),
      }
    })
    .sort(
      (a, b) =>
        Number(a.code === null) - Number(b.code === null) ||
        Number(b.received - a.received) ||
        (a.name < b.name ? -1 : 1),
    )
}

/** The units cancel out, so a holder's yields are those of the fund on the days they had units. */
function percentOf(parts: readonly SharedIncome[], baseOf: (part: SharedIncome) => bigint | null): number | null {
  const found = incomeYield(parts.map((part) => ({ amountCents: part.amountCents, baseCents: baseOf(part) })))
  return found ? roundPercent(toPercent(fractionToNumber(found))) : null
}
