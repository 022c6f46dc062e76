// What each instrument earned for one holder, as the page of a statement has it: the table that the screen Performance
// shows for the same days (docs/rules/attribution.md, "On statements").
import { type EarnedLine, fixedLines, type StatementEarnings } from '@clubfolio/contract'
import {
  type DaySpan,
  formatCode,
  fractionToNumber,
  type FundReplay,
  holderDays,
  type HolderId,
  type LineTotal,
  roundLines,
  toCents,
} from '@clubfolio/domain'
import { completeLines, fixedKinds, hasPercent, noTotal, sumEffects } from '../attribution/complete-lines.ts'
import type { LineSegments } from './line-segments.ts'

export interface HolderSpan {
  readonly replay: FundReplay
  readonly segments: LineSegments
  readonly holderId: HolderId
  /** One of the spans that the segments were read for, after the opening day. */
  readonly span: DaySpan
  /** What the lines add up to, by the fees that the holder was charged or received in the span. */
  readonly profitOf: (feesCents: bigint) => bigint
}

export type HolderEarnings = Omit<StatementEarnings, 'corrections'>

/** Names of instruments follow with `nameInstruments`. */
export function earningsOf({ replay, segments, holderId, span, profitOf }: HolderSpan): HolderEarnings {
  const { days, fees, total } = holderDays(replay, holderId, span)
  const { sums, missing } = segments.sumsOf(days)
  const byLine = roundLines(sums)
  const instruments = new Map<string, LineTotal>()
  for (const [line, sum] of byLine) {
    const symbol = segments.symbols.get(line)
    if (symbol === undefined) continue
    const code = formatCode(symbol)
    instruments.set(code, sumEffects([instruments.get(code) ?? noTotal, sum]))
  }
  const table = {
    days,
    total: total && fractionToNumber(total),
    profitCents: profitOf(fees.reduce((all, { feeCents }) => all + feeCents, 0n)),
    fees,
  }
  const { fixed, sum } = completeLines({ ...table, byLine, lines: [...instruments.values()] })
  const isPercent = hasPercent(table)
  const effects = (of: LineTotal) => ({
    price: toCents(of.priceCents),
    income: toCents(of.incomeCents),
    fees: toCents(of.feeCents),
    profit: toCents(of.profitCents),
    contribution: isPercent ? Number(of.contributionHundredths) / 100 : null,
  })
  return {
    closes: days.length,
    missing,
    lines:
      missing > 0
        ? []
        : [
            ...[...instruments]
              .map(([name, of]): EarnedLine => ({ kind: 'LINES', name, detail: null, ...effects(of) }))
              .sort((a, b) => Number(size(b.profit) - size(a.profit)) || (a.name < b.name ? -1 : 1)),
            ...fixedKinds.flatMap((kind): EarnedLine[] => {
              const of = fixed.get(kind)
              return of ? [{ kind, name: fixedLines[kind], detail: null, ...effects(of) }] : []
            }),
          ],
    total: effects(sum),
  }
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
