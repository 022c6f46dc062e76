// What a benchmark earned over the days of a table, or why it cannot be compared with them.
import type { AttributionBenchmark } from '@clubfolio/contract'
import {
  codeKey,
  followBenchmark,
  type AttributedDay,
  type BenchmarkPath,
  type MarketDay,
  sessionOnOrBefore,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Services } from '../../../services.ts'
import { activeSource } from '../../stock/active-market.ts'
import { readBenchmarkCloses } from '../performance/measure-performance.ts'
import { fromHundredths, shownHundredths } from './shown-percent.ts'

export interface BesideBenchmark {
  readonly shown: AttributionBenchmark
  /** Undefined where there is a gap. */
  readonly path: BenchmarkPath | undefined
  readonly hundredths: bigint | undefined
  /** Its closes by session. */
  readonly closes: ReadonlyMap<MarketDay, number> | undefined
}

/** `isMeasured`: whether the period has percent. Closes are split-adjusted, without dividends. */
export async function readBenchmark(
  services: Services,
  symbol: string,
  { days, isMeasured }: { readonly days: readonly AttributedDay[]; readonly isMeasured: boolean },
): Promise<BesideBenchmark> {
  const gap = (reason: AttributionBenchmark['gap'], missingDay: string | null = null): BesideBenchmark => ({
    shown: { symbol, percent: null, gap: reason, missingDay },
    path: undefined,
    hundredths: undefined,
    closes: undefined,
  })
  const [first, last] = [days[0], days.at(-1)]
  if (!(await isListed(services, symbol))) return gap('NOT_LISTED')
  if (!isMeasured || !first || !last) return gap('NO_PERCENT')
  const bars = await readBenchmarkCloses(services, symbol, sessionOnOrBefore(first.startDay), last.day)
  const closes = new Map(bars.map(({ day, close }) => [day, close]))
  const path = followBenchmark(days, closes)
  if ('missingDay' in path) return gap('CLOSES_MISSING', path.missingDay)
  const hundredths = shownHundredths(partOf(path.total))
  return {
    shown: { symbol, percent: fromHundredths(hundredths), gap: null, missingDay: null },
    path,
    hundredths,
    closes,
  }
}

/** A part of 1 in steps of 1e-50, with the 18 digits that a shown percentage needs at most. */
const partOf = (scaled: bigint): number => Number(scaled / 10n ** 32n) / 1e18

async function isListed({ db }: Services, symbol: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from instrument where source = ${activeSource} and code_key = ${codeKey(symbol)}`.execute(db)
  return rows.length > 0
}
