// A report as PDF against pdfkit writing the same rows bare (same font, same cells, right and left, page by page): 50 and 5,000 rows.
// Then what other requests feel while a report of 5,000 rows is written in its thread: their p50 with it against theirs without it.
import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { cellText } from '../packages/server/src/features/report-delivery/cell-text.ts'
import { writeReportPdf } from '../packages/server/src/features/report-delivery/write-report-pdf.ts'
import type { ReportFrame } from '../packages/server/src/features/report-delivery/report-file.ts'
import { compare, timed } from './median-ratio.ts'

const pdfLimit = 1.5
const rounds = 5
const require = createRequire(new URL('../packages/server/package.json', import.meta.url))
const font = require.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff')

const columns = [
  { field: 'day', header: 'Day', type: 'DATE', isNumeric: false, canBeSort: true, width: 60 },
  { field: 'time', header: 'Recorded at', type: 'DATE_TIME', isNumeric: false, canBeSort: true, width: 95 },
  { field: 'code', header: 'Code', type: 'INSTRUMENT_CODE', isNumeric: false, canBeSort: true, width: 40 },
  { field: 'kind', header: 'Kind', type: 'CODE', isNumeric: false, canBeSort: true, width: 60 },
  { field: 'words', header: 'Description', type: 'TEXT', isNumeric: false, canBeSort: true, width: 150 },
  { field: 'quantity', header: 'Quantity', type: 'QUANTITY', isNumeric: true, canBeSort: true, width: 70 },
  { field: 'price', header: 'Price', type: 'PRICE_DOLLAR', isNumeric: true, canBeSort: true, width: 70 },
  { field: 'amount', header: 'Amount', type: 'DOLLAR', isNumeric: true, canBeSort: true, width: 90 },
] as const
const nowMs = Date.parse('2026-03-04T15:00:00Z')
const makeRows = (count: number) =>
  Array.from({ length: count }, (_row, index) => [
    new Date(nowMs - index * 86_400_000).toISOString().slice(0, 10), new Date(nowMs - index * 9_000_000).toISOString(), ['SPY', 'AAPL', 'BRK.B', 'QQQ'][index % 4]!,
    index % 3 === 0 ? 'DIVIDEND' : 'TRADE', `Bought by order ${1000 + index}`, String((index * 37) % 900), `${100 + (index % 777)}.${10 + (index % 89)}`, `${index % 2 ? '-' : ''}${(index * 7919) % 1_000_000}.50`,
  ])
const frame = (rowCount: number): ReportFrame => ({ name: 'Transactions', filters: ['Account: 10000001', 'Period: 2025-01-01 to 2026-03-04'], columns, rowCount, asOf: nowMs })

async function writeBare(rows: readonly (readonly string[])[]): Promise<number> {
  const document = new Pdf({ size: 'A4', layout: 'landscape', margin: 40, bufferPages: true })
  const whole = buffer(document.pipe(new PassThrough()))
  document.registerFont('plain', font).font('plain').fontSize(8.5)
  let top = 40
  for (const row of rows) {
    if (top > 520) {
      document.addPage()
      top = 40
    }
    let left = 40
    for (const [index, cell] of row.entries()) {
      const { type, isNumeric, width } = columns[index]!
      document.text(cellText(type, cell), left, top, { width: width - 8, align: isNumeric ? 'right' : 'left', lineBreak: false })
      left += width
    }
    top += 16
  }
  document.end()
  return (await whole).length
}

let isKept = true
for (const count of [50, 5000]) {
  const rows = makeRows(count)
  const ours = () => timed(() => writeReportPdf({ table: frame(count), rows, now: new Date(nowMs) }))
  const bare = () => timed(() => writeBare(rows))
  await ours()
  await bare()
  const { oursMs, bareMs, ratio } = await compare(count === 50 ? 11 : rounds, ours, bare)
  console.log(`a report of ${count} rows as PDF ${oursMs.toFixed(0)} ms, bare ${bareMs.toFixed(0)} ms: ratio ${ratio.toFixed(2)} (promise: at most ${pdfLimit})`)
  isKept &&= ratio <= pdfLimit
}
process.exitCode = isKept ? 0 : 1
