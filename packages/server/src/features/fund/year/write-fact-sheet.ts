// The fact sheet as one PDF page: the unit value beside SPY and QQQ, months, returns, risk, exposure, positions, fees.
import { formatMoney, formatQuantity, newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import {
  colours,
  margin,
  measureText,
  openPdfDocument,
  type PdfDocument,
  type TextStyle,
} from '../../../adapters/pdf/pdf-document.ts'
import { percentFigure } from '../book/figure-text.ts'
import { describeIssuer } from '../book/read-issuer.ts'
import type { FactSheet, SheetLine } from './fact-sheet.ts'

const lineColours = ['#3358CC', '#8F620A', '#007272'] as const
const plotHeight = 170
const rowHeight = 14
const plain: TextStyle = { size: 8.5 }
const quiet: TextStyle = { size: 8, colour: colours.quiet }
const strong: TextStyle = { size: 10, weight: 'strong' }
/** More years do not fit on the page. */
const mostYears = 8

/** Writes the sheet, dated `issuedAt`. */
export async function writeFactSheet(sheet: FactSheet, issuedAt: Date): Promise<Buffer> {
  const title = `Fact sheet ${sheet.asOf}`
  const page = openPdfDocument({ title, now: issuedAt })
  const write = (text: string, style: TextStyle, step: number): void => {
    page.line(page.wrap(text, page.width - 2 * margin, style)[0] ?? '', { left: margin, top: page.y }, style)
    page.y += step
  }
  write('Fact sheet', { size: 16, weight: 'strong' }, 22)
  write(`${describeIssuer(sheet.issuer)} · Issued ${newYorkDateAt(toEpochMs(issuedAt.getTime()))}`, quiet, 12)
  write(describeSize(sheet), quiet, 18)
  drawLines(page, sheet.lines)
  drawMonths(page, sheet.months)
  const top = page.y
  const half = (page.width - 2 * margin - 20) / 2
  const right = margin + half + 20
  const left = pairs(page, { left: margin, width: half, top, title: 'Returns of one unit', rows: returnRows(sheet) })
  const risk = pairs(page, { left: right, width: half, top, title: 'Risk and exposure', rows: riskRows(sheet) })
  page.y = Math.max(left, risk) + 8
  page.y = pairs(page, {
    left: margin,
    width: page.width - 2 * margin,
    top: page.y,
    title: 'Largest positions',
    rows: positionRows(sheet),
  })
  page.y += 10
  page.line('Fees', { left: margin, top: page.y }, strong)
  page.y += 15
  for (const fee of sheet.fees.length > 0 ? sheet.fees : ['The fund charges no fee.']) write(fee, plain, 12)
  page.y += 6
  write(
    'Past returns say nothing about future ones. Returns are those of one unit, before fees of the fund.',
    quiet,
    12,
  )
  return page.finish({ left: 'Clubfolio', right: (number, of) => `${title} · page ${number} of ${of}` })
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
    ['Sharpe ratio, risk-free rate 0 %', risk === null || risk.sharpe === null ? 'n/a' : risk.sharpe.toFixed(2)],
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
  let at = top + 16
  for (const [label, value] of rows) {
    page.line(label, { left, top: at }, plain)
    page.line(value, { right: left + width, top: at }, plain)
    page.rule(at + rowHeight - 2, left, left + width, 0.4)
    at += rowHeight
  }
  return at
}

function drawMonths(page: PdfDocument, months: FactSheet['months']): void {
  page.line('Months, in percent', { left: margin, top: page.y }, strong)
  page.y += 16
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Year']
  const width = (page.width - 2 * margin - 32) / names.length
  const cell = (index: number, text: string, style: TextStyle): void =>
    page.line(text, { right: margin + 32 + (index + 1) * width, top: page.y }, style)
  for (const [index, name] of names.entries()) cell(index, name, quiet)
  page.rule(page.y + 11, margin, page.width - margin, 0.8)
  page.y += rowHeight
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))].slice(-mostYears)
  for (const year of years) {
    page.line(year, { left: margin, top: page.y }, { ...plain, weight: 'strong' })
    const own = months.filter(({ month }) => month.startsWith(year))
    for (const { month, percent } of own)
      cell(Number(month.slice(5)) - 1, percent === null ? 'n/a' : percent.toFixed(2), { size: 7.5 })
    cell(12, yearOf(own), { size: 7.5, weight: 'strong' })
    page.rule(page.y + 11, margin, page.width - margin, 0.4)
    page.y += rowHeight
  }
  page.y += 10
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

function drawLines(page: PdfDocument, lines: readonly SheetLine[]): void {
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
    page.line(`${percent.toFixed(1)} %`, { right: plotLeft - 5, top: yAt(percent) - 5 }, quiet)
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
  page.y = top + plotHeight + 24
}
