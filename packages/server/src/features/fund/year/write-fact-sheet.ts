// The fact sheet as one PDF page with the club's head and foot: the unit value beside SPY and QQQ, months, returns,
// risk, exposure, positions, fees. What a long head or foot takes is given up by the plot, then by the oldest years.
import { formatMoney, formatQuantity, newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import {
  colours,
  margin,
  measureText,
  openPdfDocument,
  type PdfDocument,
  type TextStyle,
} from '../../../adapters/pdf/pdf-document.ts'
import { closePaper, openPaper } from '../../../adapters/pdf/paper-head.ts'
import { percentFigure } from '../book/figure-text.ts'
import { describeIssuer } from '../book/read-issuer.ts'
import type { FactSheet, SheetLine } from './fact-sheet.ts'

const lineColours = ['#3358CC', '#8F620A', '#007272'] as const
const plotHeights = { least: 90, most: 170 }
/** Of the plot besides its height: legend above, days below. */
const plotFrame = 46
const rowHeight = 14
const titleHeight = 16
/** Between two parts. */
const gap = 10
const plain: TextStyle = { size: 8.5 }
const quiet: TextStyle = { size: 8, colour: colours.quiet }
const strong: TextStyle = { size: 10, weight: 'strong' }
const feeHeight = 12
/** The last sentence with the space above it. */
const closingHeight = 18
const fewestYears = 3
/** More years do not fit on the page. */
const mostYears = 8

const yearsOf = (months: FactSheet['months']): string[] => [...new Set(months.map(({ month }) => month.slice(0, 4)))]

/** Writes the sheet, dated `issuedAt`. */
export async function writeFactSheet(sheet: FactSheet, issuedAt: Date): Promise<Buffer> {
  const title = `Fact sheet ${sheet.asOf}`
  const page = openPdfDocument({ title, now: issuedAt })
  const { head } = sheet.issuer
  if (head) openPaper(page, head)
  const wrap = (text: string, style: TextStyle): string[] => page.wrap(text, page.width - 2 * margin, style)
  const write = (text: string, style: TextStyle, step: number): void => {
    for (const line of wrap(text, style)) {
      page.line(line, { left: margin, top: page.y }, style)
      page.y += step
    }
  }
  write('Fact sheet', { size: 16, weight: 'strong' }, 22)
  write(`${describeIssuer(sheet.issuer)} · Issued ${newYorkDateAt(toEpochMs(issuedAt.getTime()))}`, quiet, 12)
  write(describeSize(sheet), quiet, 12)
  page.y += 6
  const fees = sheet.fees.length > 0 ? sheet.fees : ['The fund charges no fee.']
  const feeLineCount = fees.flatMap((fee) => wrap(fee, plain)).length
  const { plotHeight, yearCount, positionRowCount } = planPage(page.bottom - page.y, sheet, feeLineCount)
  drawLines(page, sheet.lines, plotHeight)
  drawMonths(page, sheet.months, yearCount)
  const top = page.y
  const { left, right, width } = columnsOf(page)
  const returns = pairs(page, { left, width, top, title: 'Returns of one unit', rows: returnRows(sheet) })
  const risk = pairs(page, { left: right, width, top, title: 'Risk and exposure', rows: riskRows(sheet) })
  page.y = Math.max(returns, risk) + gap
  drawPositions(page, positionRows(sheet).slice(0, 2 * positionRowCount))
  page.line('Fees', { left: margin, top: page.y }, strong)
  page.y += titleHeight
  for (const fee of fees) write(fee, plain, feeHeight)
  page.y += closingHeight - 12
  write(
    'Past returns say nothing about future ones. Returns are those of one unit, before fees of the fund.',
    quiet,
    12,
  )
  if (head) closePaper(page, head)
  return page.finish({ left: 'Clubfolio', right: (number, of) => `${title} · page ${number} of ${of}` })
}

interface PagePlan {
  readonly plotHeight: number
  readonly yearCount: number
  readonly positionRowCount: number
}

/**
 * Shares the room below the first lines. What does not fit is taken from the plot, then from the oldest years, then
 * from the smallest positions.
 */
function planPage(room: number, sheet: FactSheet, feeLineCount: number): PagePlan {
  const sideRows = Math.max(returnRows(sheet).length, riskRows(sheet).length)
  const fixed =
    plotFrame +
    (titleHeight + rowHeight + gap) +
    (titleHeight + sideRows * rowHeight + gap) +
    (titleHeight + gap) +
    (titleHeight + feeLineCount * feeHeight + closingHeight)
  let yearCount = Math.min(yearsOf(sheet.months).length, mostYears)
  let positionRowCount = Math.ceil(positionRows(sheet).length / 2)
  const leftOver = (): number => room - fixed - (yearCount + positionRowCount) * rowHeight
  while (leftOver() < plotHeights.least && yearCount > fewestYears) yearCount -= 1
  while (leftOver() < plotHeights.least && positionRowCount > 1) positionRowCount -= 1
  return {
    plotHeight: Math.max(plotHeights.least, Math.min(plotHeights.most, leftOver())),
    yearCount,
    positionRowCount,
  }
}

/** "As of 2026-12-31 · opened 2026-01-02 · $12,000.00 in 1,000.0000 units at $12.0000 · 5 members" */
function describeSize({
  asOf,
  openingDay,
  fundValueCents,
  currency,
  units,
  unitValue,
  memberCount,
}: FactSheet): string {
  const value = formatMoney(fundValueCents, { currency })
  const members = `${memberCount} ${memberCount === 1 ? 'member' : 'members'}`
  const perUnit = formatMoney(unitValue, { currency, decimals: 4 })
  const inUnits = `${value} in ${formatQuantity(units, 4)} units at ${perUnit}`
  return [`As of ${asOf}`, `opened ${openingDay}`, inUnits, members].join(' · ')
}

const orNone = (percent: number | null): string => (percent === null ? 'n/a' : percentFigure(percent))

const returnRows = ({ spans }: FactSheet): [string, string][] =>
  spans.map(({ name, percent, yearlyPercent }) => [
    name,
    yearlyPercent === null ? orNone(percent) : `${orNone(percent)} (${orNone(yearlyPercent)} a year)`,
  ])

function riskRows({ risk, exposure }: FactSheet): [string, string][] {
  return [
    ['Deepest fall', risk ? percentFigure(risk.drawdownPercent) : 'n/a'],
    ['Days of the deepest fall', risk ? `${risk.drawdownFrom} to ${risk.drawdownTo}` : 'n/a'],
    ['Volatility a year', risk ? percentFigure(risk.volatilityPercent) : 'n/a'],
    ['Sharpe ratio, risk-free rate 0%', risk === null || risk.sharpe === null ? 'n/a' : risk.sharpe.toFixed(2)],
    ['Long positions', exposure ? percentFigure(exposure.longPercent) : 'n/a'],
    ['Short positions', exposure ? percentFigure(exposure.shortPercent) : 'n/a'],
  ]
}

const positionRows = ({ positions, currency }: FactSheet): [string, string][] =>
  positions.length === 0
    ? [['No open positions', '']]
    : positions.map(({ symbol, valueCents, percent }) => [
        symbol,
        `${formatMoney(valueCents, { currency })} · ${orNone(percent)} of the fund`,
      ])

/** In two columns, the largest at the top of the left one. */
function drawPositions(page: PdfDocument, rows: readonly [string, string][]): void {
  const { left, right, width } = columnsOf(page)
  const half = Math.ceil(rows.length / 2)
  const { y: top } = page
  page.y = pairs(page, { left, width, top, title: 'Largest positions', rows: rows.slice(0, half) }) + gap
  if (half < rows.length) pairs(page, { left: right, width, top, title: '', rows: rows.slice(half) })
}

const columnGap = 20
const columnsOf = (page: PdfDocument): { readonly left: number; readonly right: number; readonly width: number } => {
  const width = (page.width - 2 * margin - columnGap) / 2
  return { left: margin, right: margin + width + columnGap, width }
}

interface PairsOptions {
  readonly left: number
  readonly width: number
  readonly top: number
  readonly title: string
  readonly rows: ReadonlyArray<readonly [label: string, value: string]>
}

/** Draws a titled list of labels with their figures; returns where it ends. */
function pairs(page: PdfDocument, { left, width, top, title, rows }: PairsOptions): number {
  page.line(title, { left, top }, strong)
  let at = top + titleHeight
  for (const [label, value] of rows) {
    page.line(label, { left, top: at }, plain)
    page.line(value, { right: left + width, top: at }, plain)
    page.rule(at + rowHeight - 2, left, left + width, 0.4)
    at += rowHeight
  }
  return at
}

function drawMonths(page: PdfDocument, months: FactSheet['months'], yearCount: number): void {
  page.line('Months, in percent', { left: margin, top: page.y }, strong)
  page.y += titleHeight
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Year']
  const width = (page.width - 2 * margin - 32) / names.length
  const cell = (index: number, text: string, style: TextStyle): void =>
    page.line(text, { right: margin + 32 + (index + 1) * width, top: page.y }, style)
  for (const [index, name] of names.entries()) cell(index, name, quiet)
  page.rule(page.y + 11, margin, page.width - margin, 0.8)
  page.y += rowHeight
  for (const year of yearsOf(months).slice(-Math.max(1, yearCount))) {
    page.line(year, { left: margin, top: page.y }, { ...plain, weight: 'strong' })
    const own = months.filter(({ month }) => month.startsWith(year))
    for (const { month, percent } of own)
      cell(Number(month.slice(5)) - 1, percent === null ? 'n/a' : percent.toFixed(2), { size: 7.5 })
    cell(12, yearOf(own), { size: 7.5, weight: 'strong' })
    page.rule(page.y + 11, margin, page.width - margin, 0.4)
    page.y += rowHeight
  }
  page.y += gap
}

/** The months of a year chained; "n/a" where one of them has no return. */
function yearOf(months: FactSheet['months']): string {
  let growth = 1
  for (const { percent } of months) {
    if (percent === null) return 'n/a'
    growth *= 1 + percent / 100
  }
  return ((growth - 1) * 100).toFixed(2)
}

function drawLines(page: PdfDocument, lines: readonly SheetLine[], plotHeight: number): void {
  const all = lines.flatMap(({ points }) => points.map(([, percent]) => percent)).filter(Number.isFinite)
  const days = lines.flatMap(({ points }) => points.map(([day]) => Date.parse(day)))
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)]
  const room = Math.max(high - low, 1)
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const [plotLeft, plotRight, top] = [margin + 40, page.width - margin, page.y + 22]
  const yAt = (percent: number): number => top + plotHeight - ((percent - low) / room) * plotHeight
  const xAt = (day: string): number =>
    plotLeft + ((Date.parse(day) - first) / Math.max(last - first, 1)) * (plotRight - plotLeft)
  let left = margin
  for (const [index, { name }] of lines.entries()) {
    const colour = lineColours[index % lineColours.length]!
    page.polyline(
      [
        { x: left, y: page.y + 6 },
        { x: left + 12, y: page.y + 6 },
      ],
      { colour, thickness: 1.6 },
    )
    page.line(name, { left: left + 16, top: page.y }, plain)
    left += 30 + measureText(name, plain)
  }
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const percent = low + room * part
    page.rule(yAt(percent), plotLeft, plotRight, 0.4)
    page.line(`${percent.toFixed(1)}%`, { right: plotLeft - 5, top: yAt(percent) - 5 }, quiet)
  }
  for (const [index, { points }] of lines.entries())
    page.polyline(
      points
        .filter(([, percent]) => Number.isFinite(percent))
        .map(([day, percent]) => ({ x: xAt(day), y: yAt(percent) })),
      { colour: lineColours[index % lineColours.length]!, thickness: index === 0 ? 1.6 : 1 },
    )
  const ends = lines[0]?.points ?? []
  page.line(ends[0]?.[0] ?? '', { left: plotLeft, top: top + plotHeight + 4 }, quiet)
  page.line(ends.at(-1)?.[0] ?? '', { right: plotRight, top: top + plotHeight + 4 }, quiet)
  page.y = top + plotHeight + plotFrame - 22
}
