// What earned the money over a period: of an account or its fund for those who may read it, and a member's own part of
// it, with nothing of any other member (docs/rules/attribution.md).
import {
  type Attribution,
  type AttributionGrouping,
  type AttributionLine,
  type AttributionPeriod,
  attributionPeriods,
  fixedLines,
  type FixedLine,
  type ParamsOf,
  Refusal,
} from '@clubfolio/contract'
import {
  addCalendarDays,
  attributedDays,
  type AttributedDay,
  type DaySpan,
  fractionToNumber,
  holderDays,
  type HolderDays,
  holderFlows,
  type HolderId,
  holderLines,
  holderValueAt,
  type LineTotal,
  type MarketDay,
  periodStart,
  roundHalfEven,
  roundLines,
  roundPercent,
  timeWeightedReturn,
  toCents,
  toMarketDay,
} from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readHomes } from '../book/account-home.ts'
import { toPercent } from '../book/figure-text.ts'
import { readAnyFund, readFund, type CurrentFund } from '../book/load-fund.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { classifyLines } from './classify-lines.ts'
import { cashLine, expensesLine, notExplainedLine, sumCloses, type LineFacts, type SummedCloses } from './sum-closes.ts'

type Span = Pick<ParamsOf<'fund', 'findAttribution'>, 'from' | 'to' | 'grouping'>

/** Throws `notFound`, and `statementPeriod` for a span that ends before it starts. */
export async function findAttribution(
  services: Services,
  session: Session,
  { accountId, ...span }: ParamsOf<'fund', 'findAttribution'>,
): Promise<Attribution> {
  const fund = await readFund(services, session.userId, accountId)
  const { replay, records } = fund
  const within = spanOf(span, fund)
  const days = attributedDays(replay, within)
  return present(services, fund, {
    grouping: span.grouping,
    span: within,
    firstDay: records.opening.day,
    days,
    total: timeWeightedReturn(replay.valuations, before(within.from, records.opening.day), within.to)?.total,
    profitCents: days.reduce((sum, { profitCents }) => sum + profitCents, 0n),
    fees: [],
  })
}

/** The same for a member's own part; throws `notFound`, also for anybody else's place. */
export async function findMyAttribution(
  services: Services,
  session: Session,
  { accountId, memberId, ...span }: ParamsOf<'fund', 'findMyAttribution'>,
): Promise<Attribution> {
  const { holderId } = await requireMyParticipation(services.db, session, { accountId, memberId })
  const fund = await readAnyFund(services, accountId)
  const { replay, records } = fund
  const within = spanOf(span, fund)
  const { days, fees, total } = holderDays(replay, holderId, within)
  const own = holderLines(replay, holderId)
  return present(services, fund, {
    grouping: span.grouping,
    span: within,
    firstDay: own[0]?.day ?? records.opening.day,
    days,
    total: total && fractionToNumber(total),
    profitCents: profitOfHolder(fund, holderId, within),
    fees,
  })
}

/** Returns the days of a period; what is dated on or before the opening is part of the opening value. */
export function spanOf({ from, to }: Pick<Span, 'from' | 'to'>, { replay, records }: CurrentFund): DaySpan {
  const { valuations } = replay
  const openingDay = records.opening.day
  const last = to === 'last' ? (valuations.at(-1)?.day ?? openingDay) : toMarketDay(to)
  const close = valuations.findLast(({ day }) => day <= last)?.day ?? last
  const start = isPeriod(from) ? startOf(from, close, openingDay) : toMarketDay(from)
  if (start > last) throw new Refusal('statementPeriod', { from: start, to: last })
  const first = addCalendarDays(openingDay, 1)
  return { from: start < first ? first : start, to: last }
}

const isPeriod = (from: Span['from']): from is AttributionPeriod => from in attributionPeriods

function startOf(period: AttributionPeriod, close: MarketDay, openingDay: MarketDay): MarketDay {
  if (period === 'START') return close < openingDay ? close : openingDay
  if (period !== 'QUARTER') return periodStart(period === 'DAY' ? 'DAILY' : period, close)
  const month = Math.floor((Number(close.slice(5, 7)) - 1) / 3) * 3 + 1
  return toMarketDay(`${close.slice(0, 4)}-${String(month).padStart(2, '0')}-01`)
}

/** The day before the period; the value at its close, or the opening, is what the period starts from. */
function before(from: MarketDay, openingDay: MarketDay): MarketDay {
  const day = addCalendarDays(from, -1)
  return day < openingDay ? openingDay : day
}

/** What the holder's value grew by beyond what they paid in, as their statement of the period has it. */
export function profitOfHolder(
  { replay, records }: Pick<CurrentFund, 'replay' | 'records'>,
  holderId: HolderId,
  { from, to }: DaySpan,
): bigint {
  const paid = holderFlows(replay, holderId)
    .filter(({ day }) => day >= from && day <= to)
    .reduce((sum, { amountCents }) => sum + amountCents, 0n)
  const start = holderValueAt(replay, holderId, before(from, records.opening.day))
  return holderValueAt(replay, holderId, to) - start - paid
}

interface PresentOptions {
  readonly grouping: AttributionGrouping
  readonly span: DaySpan
  readonly firstDay: MarketDay
  readonly days: readonly AttributedDay[]
  /** The return of the period, 0.1 is 10 %; undefined where there is none. */
  readonly total: number | undefined
  /** What the lines add up to; what they lack is the line Rounding. */
  readonly profitCents: bigint
  readonly fees: HolderDays['fees']
}

async function present(services: Services, fund: CurrentFund, options: PresentOptions): Promise<Attribution> {
  const { days, span, firstDay } = options
  const { account, replay } = fund
  const summed = await sumCloses(services.db, await readHomes(services.db, account.id), days)
  const byLine = roundLines(summed.sums)
  const classOf = await classifyLines(services.db, {
    marketSource: account.marketSource,
    symbols: [...summed.facts.values()].map(({ symbol }) => symbol),
  })
  const groups = groupLines({ byLine, summed, closes: days.length }, (facts) => classOf(facts, options.grouping))
  const { fixed, sum, hasPercent } = completeLines({ ...options, byLine, lines: groups.map((group) => group.sum) })
  const invested = groups.reduce((sum, { weight }) => sum + weight, 0)
  const closesBefore = replay.valuations.filter(({ day }) => day < span.from)
  return {
    currency: account.currency,
    startDay: days.length === 0 ? null : (closesBefore.at(-1)?.day ?? null),
    endDay: days.at(-1)?.day ?? null,
    firstDay,
    lastDay: replay.valuations.at(-1)?.day ?? firstDay,
    closes: days.length,
    missing: summed.missing,
    benchmark: null,
    lines: [
      ...groups.map(({ sum, weight, ...group }) => ({
        kind: 'LINES' as const,
        ...group,
        ...effectsOf(sum, hasPercent),
        weight: hasPercent ? weight : null,
      })),
      ...fixedKinds.flatMap((kind) => {
        const sum = fixed.get(kind)
        return sum ? toFixedLine(kind, sum, { hasPercent, cashWeight: 100 - invested }) : []
      }),
    ],
    total: effectsOf(sum, hasPercent),
  }
}

interface LinesToComplete extends Pick<PresentOptions, 'days' | 'total' | 'profitCents' | 'fees'> {
  readonly byLine: ReadonlyMap<string, LineTotal>
  /** Sums of the lines of instruments. */
  readonly lines: readonly LineTotal[]
}

interface CompletedLines {
  readonly fixed: ReadonlyMap<FixedLine, LineTotal>
  /** Of all lines. */
  readonly sum: LineTotal
  readonly hasPercent: boolean
}

/** Returns the lines of no instrument, with which a table adds up to the profit and the return of its period. */
export function completeLines({ days, total, profitCents, fees, byLine, lines }: LinesToComplete): CompletedLines {
  const hasPercent = total !== undefined && days.every(({ share }) => share.growth !== undefined)
  const contributionHundredths = hasPercent ? BigInt(Math.round(roundPercent(toPercent(total)) * 100)) : 0n
  const fixed = fixedTotals(byLine, fees)
  const parts = sumEffects([...lines, ...fixed.values()])
  const missingCents = profitCents - parts.profitCents
  const rest: LineTotal = {
    ...noTotal,
    priceCents: missingCents,
    profitCents: missingCents,
    contributionHundredths: hasPercent ? contributionHundredths - parts.contributionHundredths : 0n,
  }
  if (rest.profitCents !== 0n || rest.contributionHundredths !== 0n) fixed.set('ROUNDING', rest)
  return { fixed, sum: { ...sumEffects([parts, rest]), contributionHundredths }, hasPercent }
}

export const noTotal: LineTotal = {
  priceCents: 0n,
  incomeCents: 0n,
  feeCents: 0n,
  profitCents: 0n,
  contributionHundredths: 0n,
}

export const sumEffects = (totals: readonly LineTotal[]): LineTotal =>
  totals.reduce(
    (sum, one) => ({
      priceCents: sum.priceCents + one.priceCents,
      incomeCents: sum.incomeCents + one.incomeCents,
      feeCents: sum.feeCents + one.feeCents,
      profitCents: sum.profitCents + one.profitCents,
      contributionHundredths: sum.contributionHundredths + one.contributionHundredths,
    }),
    noTotal,
  )

const effectsOf = (sum: LineTotal, hasPercent: boolean) => ({
  price: toCents(sum.priceCents),
  income: toCents(sum.incomeCents),
  fees: toCents(sum.feeCents),
  profit: toCents(sum.profitCents),
  contribution: hasPercent ? Number(sum.contributionHundredths) / 100 : null,
  excess: null,
})

interface Group {
  readonly name: string
  readonly detail: string | null
  readonly code: string | null
  readonly sum: LineTotal
  readonly weight: number
  readonly daysHeld: number
  readonly isHeld: boolean
}

interface LinesToGroup {
  readonly byLine: ReadonlyMap<string, LineTotal>
  readonly summed: SummedCloses
  readonly closes: number
}

/** A group's figures are the sums of its lines; largest profit first. */
function groupLines(
  { byLine, summed, closes }: LinesToGroup,
  classOf: (facts: LineFacts) => { readonly name: string; readonly detail: string | null },
): Group[] {
  const groups = new Map<string, Group>()
  for (const [line, facts] of summed.facts) {
    const sum = byLine.get(line) ?? noTotal
    const { name, detail } = classOf(facts)
    const known = groups.get(name)
    groups.set(name, {
      name,
      detail,
      code: known === undefined || known.code === facts.symbol ? facts.symbol : null,
      sum: sumEffects(known ? [known.sum, sum] : [sum]),
      weight: (known?.weight ?? 0) + (facts.weightDays / closes) * 100,
      daysHeld: Math.max(known?.daysHeld ?? 0, facts.daysHeld),
      isHeld: (known?.isHeld ?? false) || facts.isHeld,
    })
  }
  return [...groups.values()].sort(
    (a, b) => Number(b.sum.profitCents - a.sum.profitCents) || (a.name < b.name ? -1 : 1),
  )
}

export const fixedKinds: readonly FixedLine[] = [
  'CASH',
  'EXPENSES',
  'MANAGEMENT_FEE',
  'PERFORMANCE_FEE',
  'NOT_EXPLAINED',
  'ROUNDING',
]

function fixedTotals(byLine: ReadonlyMap<string, LineTotal>, fees: HolderDays['fees']): Map<FixedLine, LineTotal> {
  const fixed = new Map<FixedLine, LineTotal>()
  for (const [kind, line] of [
    ['CASH', cashLine],
    ['EXPENSES', expensesLine],
    ['NOT_EXPLAINED', notExplainedLine],
  ] as const) {
    const sum = byLine.get(line)
    if (sum) fixed.set(kind, sum)
  }
  for (const { cause, feeCents, contribution } of fees) {
    const kind = cause === 'management-fee' ? 'MANAGEMENT_FEE' : 'PERFORMANCE_FEE'
    const own: LineTotal = {
      ...noTotal,
      feeCents,
      profitCents: feeCents,
      contributionHundredths: contribution
        ? roundHalfEven({ ...contribution, numerator: contribution.numerator * 10_000n })
        : 0n,
    }
    fixed.set(kind, sumEffects([fixed.get(kind) ?? noTotal, own]))
  }
  return fixed
}

function toFixedLine(
  kind: FixedLine,
  sum: LineTotal,
  { hasPercent, cashWeight }: { readonly hasPercent: boolean; readonly cashWeight: number },
): AttributionLine {
  return {
    kind,
    name: fixedLines[kind],
    code: null,
    detail: null,
    ...effectsOf(sum, hasPercent),
    weight: hasPercent && kind === 'CASH' ? cashWeight : null,
    daysHeld: 0,
    isHeld: true,
  }
}
