// Verifies the books with an independent program: hledger reads both journals of fixed and random funds, agrees with
// the screen to the cent and with our returns to 0.02 points, and detects a single changed cent.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCalendarDays, calendarDaysBetween } from '../calendar/market-day.ts'
import { sessionsBetween } from '../calendar/session.ts'
import { marketDay } from '../calendar/market-day.ts'
import type { Cents, MarketDay } from '../kind.ts'
import { formatCents } from '../money/cents.ts'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { exportBooksJournal, holderAccount } from './export-books-journal.ts'
import { endsToCharge } from './fee/calculate-charge.ts'
import { exportRoiJournal } from './export-roi-journal.ts'
import { holderFigures } from './holder-figure.ts'
import { internalRate } from './internal-rate.ts'
import { annualise, fundFlows, timeWeightedReturn } from './performance.ts'
import { openFund, type Close, type Entry, type FundRecords } from './record.ts'
import { replayFund } from './replay-fund.ts'
import { chargeNext, managementFee, performanceFee } from './testing/fee-fixture.ts'
import { feeSeeds, historySeeds, playHistory } from './testing/random-history.ts'

const hledger = spawnSync('hledger', ['--version'], { encoding: 'utf8' })
const isHere = hledger.status === 0

test('hledger is here to check the books', (context) => {
  if (!isHere)
    context.skip(
      'hledger is MISSING: the books were not checked by an outside program. Install it (apt-get install hledger) and run again.',
    )
  expect(hledger.stdout).toContain('hledger')
})

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fund-books-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function isAccepted(path: string): boolean {
  return spawnSync('hledger', ['-f', path, 'check', '--strict', 'ordereddates'], { encoding: 'utf8' }).status === 0
}

function checkError(path: string): string {
  return spawnSync('hledger', ['-f', path, 'check', '--strict', 'ordereddates'], { encoding: 'utf8' }).stderr
}

/** Balances computed by hledger, account to dollars, without empty accounts. */
function balances(path: string): Map<string, string> {
  const csv = execFileSync('hledger', ['-f', path, 'balance', 'fund:', '--flat', '--empty', '-N', '-O', 'csv'], {
    encoding: 'utf8',
  })
  return new Map(
    csv
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '').replace(' USD', '')))
      .map(([account = '', amount = '']) => [account, Number(amount).toFixed(2)] as const)
      .filter(([, amount]) => amount !== '0.00'),
  )
}

function screen(records: FundRecords): Map<string, string> {
  const rows = holderFigures(replayFund(records)).filter((row) => row.valueCents !== 0n)
  return new Map(rows.map((row) => [holderAccount(row.holderId), formatCents(row.valueCents)]))
}

/** A fund over several years: a gently rising, uneven account with entries in and out. */
function longFund(dealing: FundRecords['dealing'], from: string, to: string): FundRecords {
  const days = sessionsBetween(marketDay(from), marketDay(to))
  const [openingDay] = days
  if (!openingDay) throw new Error('A fund needs days')
  const entries: Entry[] = []
  const closes: Close[] = []
  let broker = 5_000_000n
  days.slice(1).forEach((day, index) => {
    broker += (broker * BigInt(((index * 7919) % 201) - 98)) / 10_000n
    const kind = index % 90 === 89 ? 'retribution' : 'contribution'
    if (index % 30 === 29) {
      entries.push({
        id: `e${index}`,
        holderId: `m${Math.floor(index / 30) % 3}`,
        kind,
        day,
        amountCents: BigInt(100_000 + index * 37) as Cents,
        isActive: true,
      })
    }
    closes.push({ day, brokerValueCents: broker as Cents, realValueCents: broker as Cents, quality: 'official' })
  })
  return {
    ...openFund({ day: openingDay, valueCents: 5_000_000n as Cents, openProfitCents: 0n as Cents }, dealing),
    entries,
    closes,
  }
}

/** The same fund with 2 % a year by the month and 20 % of the gain by the half-year, every period charged. */
function withFees(records: FundRecords): FundRecords {
  const { day } = records.opening
  const feePolicies = [managementFee(2, day), performanceFee(20, day, { period: 'half-year' })]
  let charged: FundRecords = { ...records, feePolicies }
  while (endsToCharge(replayFund(charged)).length > 0) charged = chargeNext(charged)
  return charged
}

function roi(path: string, begin: MarketDay, end: MarketDay): { internalRate: number; timeWeighted: number } {
  const report = execFileSync(
    'hledger',
    ['-f', path, 'roi', '--investment', 'assets:fund', '--pnl', 'income:pnl', '-b', begin, '-e', end],
    { encoding: 'utf8' },
  )
  const percents = [...report.matchAll(/(-?[\d.]+)%/g)].map((match) => Number(match[1]))
  return { internalRate: percents[0] ?? Number.NaN, timeWeighted: percents[1] ?? Number.NaN }
}

describe.skipIf(!isHere)('hledger', () => {
  const dealings = ['before-the-day', 'of-the-day'] as const

  test.each(dealings)(
    'accepts both journals of a fund of some years and has the balances of the screen (%s)',
    (dealing) => {
      const records = longFund(dealing, '2023-01-03', '2024-06-28')
      const books = write(`${dealing}-books.journal`, exportBooksJournal(replayFund(records)))
      const returns = write(`${dealing}-roi.journal`, exportRoiJournal(replayFund(records)))
      expect(checkError(books)).toBe('')
      expect(checkError(returns)).toBe('')
      expect(balances(books)).toEqual(screen(records))
    },
  )

  test.each(dealings)('accepts the books of a fund with fees, which are no flow of its returns (%s)', (dealing) => {
    const records = longFund(dealing, '2023-01-03', '2024-01-12')
    const charged = withFees(records)
    const replay = replayFund(charged)
    const fees = replay.dealings.filter(({ feeCents }) => feeCents < 0n)
    expect(new Set(fees.map(({ cause }) => cause))).toEqual(new Set(['management-fee', 'performance-fee']))
    const text = exportBooksJournal(replay)
    const books = write(`${dealing}-fee-books.journal`, text)
    expect(checkError(books)).toBe('')
    expect(balances(books)).toEqual(screen(charged))
    expect(Number(balances(books).get(holderAccount('office')))).toBeGreaterThan(0)
    for (const { day, cause, recordId } of fees) expect(text).toContain(`${day} ${cause} ${recordId ?? ''}`)
    // Units change hands, so the fund's own journal is that of the fund without fees.
    expect(exportRoiJournal(replay)).toBe(exportRoiJournal(replayFund(records)))
  })

  test('accepts the books of random funds and has the balances of their screens', () => {
    fc.assert(
      fc.property(fc.oneof(historySeeds(40), feeSeeds(40)), (historySeed) => {
        const { records } = playHistory(historySeed)
        const books = write('random-books.journal', exportBooksJournal(replayFund(records)))
        const returns = write('random-roi.journal', exportRoiJournal(replayFund(records)))
        expect(checkError(books)).toBe('')
        expect(checkError(returns)).toBe('')
        expect(balances(books)).toEqual(screen(records))
      }),
      // Each run starts three processes, so failures are reported without shrinking; the seed reproduces them.
      { numRuns: propertyRuns(12, 200), seed: propertySeed(), endOnFailure: true },
    )
  })

  test('refuses the books once a single cent is changed', () => {
    const text = exportBooksJournal(replayFund(longFund('before-the-day', '2023-01-03', '2023-06-30')))
    const lines = text.split('\n')
    const postings = lines.flatMap((line, index) => (/^ {4}fund:m1 .* USD = /.test(line) ? [index] : []))
    expect(postings.length).toBeGreaterThan(10)
    for (const index of [postings[0], postings[Math.floor(postings.length / 2)], postings.at(-1)]) {
      const changed = lines.map((line, at) =>
        at === index ? line.replace(/(\d) USD =/, (_, digit: string) => `${(Number(digit) + 1) % 10} USD =`) : line,
      )
      expect(isAccepted(write('changed.journal', changed.join('\n')))).toBe(false)
    }
    expect(isAccepted(write('unchanged.journal', text))).toBe(true)
  })

  test.each(
    dealings.flatMap((dealing) =>
      [
        ['2023-01-03', '2024-01-12'],
        ['2021-01-04', '2024-06-28'],
      ].map(([from, to]) => [dealing, from, to] as const),
    ),
  )(
    'works out our money-weighted and our annualised time-weighted return (%s, %s to %s)',
    (dealing, from = '', to = '') => {
      const records = longFund(dealing, from, to)
      const replay = replayFund(records)
      const { day: begin } = records.opening
      const lastClose = replay.valuations.at(-1)?.day ?? begin
      // hledger counts the end value on the day of -e, the first day after the last one written.
      const end = addCalendarDays(lastClose, dealing === 'before-the-day' ? 2 : 1)
      const theirs = roi(write('roi.journal', exportRoiJournal(replay)), begin, end)
      const ours = internalRate(fundFlows(replay), replay.fundValueCents, end)
      const total = timeWeightedReturn(replay.valuations, begin, end)?.total ?? Number.NaN
      const annual = annualise(total, calendarDaysBetween(begin, end)) ?? Number.NaN
      expect(ours.kind).toBe('rate')
      expect(Math.abs((ours.kind === 'rate' ? ours.rate : Number.NaN) * 100 - theirs.internalRate)).toBeLessThan(0.02)
      expect(Math.abs(annual * 100 - theirs.timeWeighted)).toBeLessThan(0.02)
    },
  )
})
