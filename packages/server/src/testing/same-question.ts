// One question put to everything that answers it: the gain of an account over a period, and the return of an instrument
// over a range, as printed by the wallet, the comparison, Account Mapping, a statement, reports, PDF and spreadsheet.
// The charts' own arithmetic is executed, not imitated.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addCalendarDays,
  dayNumberOf,
  formatMoney,
  periodBaseDay,
  rangeBaseDay,
  sessionOnOrBefore,
  sessionsBetween,
  type MarketDay,
  type ReturnRange,
} from '@clubfolio/domain'
import { strFromU8, unzipSync } from 'fflate'
import type { HistoryPoint } from '@clubfolio/contract'
import { readWholeReport, fillFilters, type Chosen } from '../features/report/testing/read-whole-report.ts'
import type { TestUser } from './test-app.ts'

/** Both days are in the period. */
export interface Period {
  readonly from: MarketDay
  readonly to: MarketDay
}

export interface Answer {
  readonly where: string
  /** "+1.24%", or "none" where there is no return. */
  readonly figure: string
  /** The closes between which it is computed, where the place names them. */
  readonly days?: string
}

interface Line {
  readonly id: string
  readonly name: string
  readonly points: readonly { readonly timeMs: number; readonly value: number }[]
}
interface Charts {
  readonly cutToCommon: (series: readonly Line[]) => Line[]
  readonly rebaseLines: (series: readonly Line[], baseMs: number) => Line[]
  readonly gainBetween: (growth: Line['points'], fromMs: number, toMs: number) => number | undefined
  readonly signedPercentText: (percent: number) => string
  readonly findRangeBase: (
    range: ReturnRange,
    times: object,
  ) => { readonly baseIndex: number } | { readonly refusal: string }
  readonly lineTimes: (
    series: readonly Line[],
    unit: 'percent',
    step: 'DAILY',
  ) => { readonly timeAt: (index: number) => number }
  readonly barTimes: (
    bars: readonly object[],
    period: { readonly unit: 'day'; readonly span: 1 },
    lastDay: MarketDay,
  ) => object
}

/** The charts are another package; loaded by URL so that the server's build never depends on it. */
async function loadCharts(): Promise<Charts> {
  const folder = new URL('../../../charts/src/', import.meta.url)
  const files = [
    'history/rebase-lines.ts',
    'chart-text.ts',
    'chart-range.ts',
    'history/line-range.ts',
    'stock/price-bar.ts',
  ]
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ new URL(file, folder).href) as Promise<object>),
  )
  return Object.assign({}, ...modules) as Charts
}

const msOf = (day: string): number => dayNumberOf(day as MarketDay) * 86_400_000
const dayAt = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)
const lineOf = (id: string, points: readonly HistoryPoint[]): Line => ({
  id,
  name: id,
  points: points.map(([timeMs, value]) => ({ timeMs, value })),
})
/** As the web application and the reports write a percent. */
const shown = (percent: unknown): string => {
  if (typeof percent !== 'string' && typeof percent !== 'number') return 'none'
  return `${formatMoney(String(percent), { isPlain: true, isSigned: true })}%`
}
/** From unit values with all their digits, rounded to the digits that gains have on the wire. */
const shownRatio = (start: unknown, end: unknown): string =>
  shown(Math.round((Number(end) / Number(start) - 1) * 1e10) / 1e8)

export interface GainQuestion {
  readonly manager: TestUser
  readonly accountId: string
  readonly memberId: string
}

/** Returns every answer to the account's gain over the period, which starts after the fund's opening. */
export async function askForGain(
  { manager, accountId, memberId }: GainQuestion,
  { from, to }: Period,
): Promise<Answer[]> {
  const charts = await loadCharts()
  const { client } = manager
  const [base, last] = [periodBaseDay(from), sessionOnOrBefore(to)]
  const days = `${base} to ${last}`
  const answers: Answer[] = []

  // Dashboard and comparator: the account and SPY from the base's close on, drawn from their first common day.
  const account = await client.wallet.getWalletHistoricPercentage({
    params: { accountId, fromDate: base, toDate: to, timing: '1D' },
    query: { exact: true },
  })
  const spy = await client.stock.findInstrumentHistoricInPercentage({
    body: { instrumentCode: 'SPY', timing: '_D', fromDate: base, toDate: to, exact: true },
  })
  const compared = charts.cutToCommon([lineOf('account', account), ...(spy.length > 0 ? [lineOf('SPY', spy)] : [])])
  const { points } = charts.rebaseLines(compared, compared[0]!.points[0]?.timeMs ?? 0)[0]!
  answers.push({
    where: 'comparator',
    figure: points.length === 0 ? 'none' : charts.signedPercentText(points.at(-1)!.value),
    days: points.length === 0 ? days : `${dayAt(points[0]!.timeMs)} to ${dayAt(points.at(-1)!.timeMs)}`,
  })

  // The wallet: the whole history, and the gain between two of its days; by weeks and years the same at its end.
  const gain = (timing: '1D' | '1W' | '1YEAR', fromDate: string | null) =>
    client.wallet.findConsolidatedPercentage({
      body: { accountIds: [accountId], fromDate, toDate: to, timing, exact: true },
    })
  const whole = lineOf('gain', await gain('1D', null)).points
  const between = charts.gainBetween(whole, msOf(base), msOf(last))
  answers.push({
    where: 'wallet',
    figure: between === undefined ? 'none' : charts.signedPercentText(between),
    days: `${base} to ${dayAt(whole.at(-1)?.timeMs ?? 0)}`,
  })
  for (const timing of ['1W', '1YEAR'] as const) {
    const end = (await gain(timing, base)).at(-1)
    answers.push({ where: `wallet by ${timing}`, figure: end ? charts.signedPercentText(end[1]) : 'none' })
  }

  // Account Mapping shows the unit values behind its return.
  const { rows } = await client.fund.findDerivation({ params: { accountId, figure: 'time-weighted' } })
  const unitValueOn = (day: string) => rows.find(([close]) => close! <= day)?.[1]?.replace(/[$,]/g, '')
  answers.push({
    where: 'account mapping',
    figure: shownRatio(unitValueOn(base), unitValueOn(to)),
    days: `${rows.find(([close]) => close! <= base)?.[0]} to ${rows.find(([close]) => close! <= to)?.[0]}`,
  })

  const params = { accountId, memberId, from, to }
  const statement = await client.fund.findStatement({ params })
  answers.push({
    where: 'statement',
    figure: shown(statement.period.fundTimeWeighted.percent),
    days: `${closeIn(statement.opening.figuresOf)} to ${closeIn(statement.closing.figuresOf)}`,
  })
  const paper = hasPdfReader
    ? textOfPdf(Buffer.from((await client.fund.printStatement({ params })).content, 'base64'))
    : undefined
  if (paper !== undefined)
    answers.push({
      where: 'statement PDF',
      figure: signed(/Time-weighted return of the fund[^\n]*?(-?[\d,]+\.\d\d|n\/a)/.exec(paper)?.[1]),
      days: `${closeIn(lineOfPaper(paper, 'Opening balance'))} to ${closeIn(lineOfPaper(paper, 'Closing balance'))}`,
    })

  const chosen: Chosen = { account: accountId, period: [base, to] }
  const report = await readWholeReport(manager, 'fund-unit-values', chosen)
  const inOrder = report.data.toSorted((a, b) => String(a['day']).localeCompare(String(b['day'])))
  answers.push({
    where: 'report of unit values',
    figure: shownRatio(inOrder[0]?.['unitValue'], inOrder.at(-1)?.['unitValue']),
    days: `${inOrder[0]?.['day']} to ${inOrder.at(-1)?.['day']}`,
  })
  const cells = await readExcel(manager, 'fund-unit-values', chosen, ['day', 'unitValue'])
  answers.push({
    where: 'unit values in Excel',
    figure: shownRatio(cells.at(-1)?.[1], cells[0]?.[1]),
    days: `${dayOfSerial(cells.at(-1)?.[0])} to ${dayOfSerial(cells[0]?.[0])}`,
  })

  if (isWholeMonth({ from, to })) answers.push(...(await askForMonth(manager, accountId, from.slice(0, 7))))
  return answers
}

/** The monthly report on the screen, as PDF and as spreadsheet. */
async function askForMonth(manager: TestUser, accountId: string, month: string): Promise<Answer[]> {
  const chosen: Chosen = { account: accountId }
  const { data } = await readWholeReport(manager, 'account-performance', chosen)
  const body = await fileBody(manager, 'account-performance', chosen, ['month', 'percent'])
  const paper = hasPdfReader
    ? textOfPdf(Buffer.from(await (await manager.client.reportDelivery.generatePdf({ body })).content.arrayBuffer()))
    : undefined
  const cells = await readExcel(manager, 'account-performance', chosen, ['month', 'percent'])
  const serial = dayNumberOf(`${month}-01` as MarketDay) + firstSerial
  return [
    { where: 'monthly report', figure: shown(data.find((row) => row['month'] === month)?.['percent']) },
    ...(paper === undefined
      ? []
      : [
          {
            where: 'monthly report PDF',
            figure: signed(new RegExp(`${month}\\s+(-?[\\d,]+\\.\\d\\d)%`).exec(paper)?.[1]),
          },
        ]),
    // A spreadsheet stores a percentage as a fraction.
    {
      where: 'monthly report Excel',
      figure: shown(Math.round(Number(cells.find(([cell]) => Number(cell) === serial)?.[1]) * 1e10) / 1e8),
    },
  ]
}

/**
 * Returns an instrument's return over a range that ends on a day: on the stock chart, and as a line of the comparison.
 */
export async function askForRange(
  { manager }: GainQuestion,
  code: string,
  range: ReturnRange,
  lastDay: MarketDay,
): Promise<Answer[]> {
  const charts = await loadCharts()
  const all = { start: '1950-01-01', end: lastDay }
  const bars = (await manager.client.stock.byRange({ body: { symbol: code, timing: '_D', ...all } })).map(
    ({ datetime, ...bar }) => ({ timeMs: datetime, ...bar }),
  )
  const line = lineOf(
    code,
    await manager.client.stock.findInstrumentHistoricInPercentage({
      body: { instrumentCode: code, timing: '_D', fromDate: all.start, toDate: all.end, exact: true },
    }),
  )
  const [ofBars, ofLine] = [
    charts.findRangeBase(range, charts.barTimes(bars, { unit: 'day', span: 1 }, lastDay)),
    charts.findRangeBase(range, charts.lineTimes([line], 'percent', 'DAILY')),
  ]
  const end = dayAt(bars.at(-1)!.timeMs)
  const chart = 'refusal' in ofBars ? undefined : bars[ofBars.baseIndex]!
  const start = 'refusal' in ofLine ? undefined : line.points[ofLine.baseIndex]!
  const rebased = start && charts.rebaseLines([line], start.timeMs)[0]!.points
  return [
    {
      where: 'meaning',
      figure: charts.signedPercentText(
        (bars.at(-1)!.close /
          bars.findLast(({ timeMs }) => dayAt(timeMs) <= rangeBaseDay(range, end as MarketDay)!)!.close -
          1) *
          100,
      ),
      days: `${rangeBaseDay(range, end as MarketDay)} to ${end}`,
    },
    {
      where: 'stock chart',
      figure: chart ? charts.signedPercentText((bars.at(-1)!.close / chart.close - 1) * 100) : 'off',
      days: chart ? `${dayAt(chart.timeMs)} to ${end}` : '',
    },
    {
      where: 'comparator',
      figure: rebased ? charts.signedPercentText(rebased.at(-1)!.value) : 'off',
      days: start ? `${dayAt(start.timeMs)} to ${dayAt(line.points.at(-1)!.timeMs)}` : '',
    },
  ]
}

/** Returns the answers that differ from the first one. */
export const othersThanFirst = (answers: readonly Answer[]): Answer[] =>
  answers.filter(
    ({ figure, days }) => figure !== answers[0]?.figure || (days !== undefined && days !== answers[0].days),
  )

/**
 * Returns random periods after `opening` and up to `last`: half of them whole months, as the monthly report has them.
 */
export function randomPeriods(random: () => number, count: number, opening: MarketDay, last: MarketDay): Period[] {
  const days = sessionsBetween(addCalendarDays(opening, 1), last)
  const months = [...new Set(days.map((day) => day.slice(0, 7)))].slice(1, -1)
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)]!
  return Array.from({ length: count }, (_, index) => {
    if (index % 2 === 0 && months.length > 0) {
      const month = pick(months)
      const next = addCalendarDays(`${month}-28` as MarketDay, 5).slice(0, 7)
      return { from: `${month}-01` as MarketDay, to: addCalendarDays(`${next}-01` as MarketDay, -1) }
    }
    const [one, two] = [pick(days), pick(days)]
    return one < two ? { from: one, to: two } : { from: two, to: one }
  })
}

/** Returns the close that a document states as the basis of its figures, in its own words. */
const closeIn = (words: string | null | undefined): string =>
  /(?:close of|opening on) (\d{4}-\d\d-\d\d)/.exec(words ?? '')?.[1] ?? 'no close'
const lineOfPaper = (paper: string, name: string): string | undefined =>
  paper.split('\n').find((line) => line.includes(name))
/** A spreadsheet counts days from the end of 1899. */
const firstSerial = 25_569
const dayOfSerial = (serial: string | undefined): string =>
  serial === undefined ? 'no day' : dayAt((Number(serial) - firstSerial) * 86_400_000)

const isWholeMonth = ({ from, to }: Period): boolean =>
  from.endsWith('-01') && addCalendarDays(to, 1).endsWith('-01') && from.slice(0, 7) === to.slice(0, 7)

const signed = (text: string | undefined): string =>
  text === undefined ? 'missing' : text === 'n/a' ? 'none' : shown(text.replaceAll(',', ''))

async function fileBody(manager: TestUser, report: string, chosen: Chosen, column: string[]) {
  const filter = fillFilters(await manager.client.report.getStaticReportDetailsById({ params: { id: report } }), chosen)
  return { report, filter, column, orderBy: null, direction: null }
}

/** Returns the cells of the first sheet below its header, as they are stored. */
async function readExcel(manager: TestUser, report: string, chosen: Chosen, column: string[]): Promise<string[][]> {
  const { content } = await manager.client.reportDelivery.generateExcel({
    body: await fileBody(manager, report, chosen, column),
  })
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()))
  const words = [
    ...strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array()).matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs),
  ].map((match) => match[1]!)
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
  const rows = [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c([^>]*)>.*?<v>(.*?)<\/v>.*?<\/c>/gs)].map(([, attributes, value]) =>
      attributes!.includes('t="s"') ? (words[Number(value)] ?? '') : value!,
    ),
  )
  return rows.slice(1)
}

/** Without it the paper output is not checked; `report-files.process.test.ts` reports that. */
const hasPdfReader = spawnSync('pdftotext', ['-v']).error === undefined

function textOfPdf(pdf: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'clubfolio-paper-'))
  try {
    writeFileSync(join(folder, 'paper.pdf'), pdf)
    return spawnSync('pdftotext', ['-layout', join(folder, 'paper.pdf'), '-'], { encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
