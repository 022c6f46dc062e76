// The table of what earned the money, as it is shown: grouped lines, lines of no instrument, and the total.
import { type Attribution, type AttributionGrouping, type AttributionLine, fixedLines } from '@clubfolio/contract'
import { type DaySpan, type MarketDay, roundLines, toCents } from '@clubfolio/domain'
import type { Services } from '../../../services.ts'
import { homesOf } from '../book/account-home.ts'
import type { CurrentFund } from '../book/load-fund.ts'
import { classifyLines } from './classify-lines.ts'
import {
  completeLines,
  fixedKinds,
  hasPercent,
  withExcess,
  type EarnedTotal,
  type WholeTable,
} from './complete-lines.ts'
import { groupLines } from './group-lines.ts'
import { readBenchmark } from './read-benchmark.ts'
import { fromHundredths } from './shown-percent.ts'
import { sumCloses } from './sum-closes.ts'

interface PresentOptions extends Omit<WholeTable, 'benchmarkHundredths'> {
  readonly grouping: AttributionGrouping
  readonly benchmark: string | undefined
  /** Who reads it: their own labels group. */
  readonly userId: string
  readonly span: DaySpan
  readonly firstDay: MarketDay
}

export async function presentAttribution(
  services: Services,
  { account, replay, records }: CurrentFund,
  { grouping, benchmark, userId, span, firstDay, ...whole }: PresentOptions,
): Promise<Attribution> {
  const { days } = whole
  const isMeasured = hasPercent(whole)
  const beside = benchmark === undefined ? undefined : await readBenchmark(services, benchmark, { days, isMeasured })
  const table: WholeTable = { ...whole, benchmarkHundredths: beside?.hundredths }
  const homes = await homesOf(services.db, { account, records })
  const summed = await sumCloses(services.db, { homes, days, benchmark: beside?.path })
  const byLine = withExcess(roundLines(summed.sums), summed.excess, table)
  const classOf = await classifyLines(services.db, {
    marketSource: account.marketSource,
    symbols: [...summed.facts.values()].map(({ symbol }) => symbol),
    labelsOf: grouping === 'LABEL' ? userId : undefined,
  })
  const groups = groupLines({ byLine, facts: summed.facts, closes: days.length }, (facts) => classOf(facts, grouping))
  const { fixed, sum } = completeLines({ ...table, byLine, lines: groups.map((group) => group.sum) })
  const shown = (one: EarnedTotal) => effectsOf(one, isMeasured, beside?.path !== undefined)
  const invested = groups.reduce((all, { weight }) => all + weight, 0)
  return {
    currency: account.currency,
    startDay: days.length === 0 ? null : (replay.valuations.findLast(({ day }) => day < span.from)?.day ?? null),
    endDay: days.at(-1)?.day ?? null,
    firstDay,
    lastDay: replay.valuations.at(-1)?.day ?? firstDay,
    closes: days.length,
    missing: summed.missing,
    lines: [
      ...groups.map(({ sum: own, weight, ...group }) => ({
        kind: 'LINES' as const,
        ...group,
        ...shown(own),
        weight: isMeasured ? weight : null,
      })),
      ...fixedKinds.flatMap((kind): AttributionLine[] => {
        const own = fixed.get(kind)
        if (!own) return []
        const weight = isMeasured && kind === 'CASH' ? 100 - invested : null
        const name = fixedLines[kind]
        return [{ kind, name, code: null, detail: null, ...shown(own), weight, daysHeld: 0, isHeld: true }]
      }),
    ],
    benchmark: beside?.shown ?? null,
    total: shown(sum),
  }
}

const effectsOf = (sum: EarnedTotal, isMeasured: boolean, hasExcess: boolean) => ({
  price: toCents(sum.priceCents),
  income: toCents(sum.incomeCents),
  fees: toCents(sum.feeCents),
  profit: toCents(sum.profitCents),
  contribution: isMeasured ? fromHundredths(sum.contributionHundredths) : null,
  excess: hasExcess ? fromHundredths(sum.excessHundredths ?? 0n) : null,
})
