// A report as PDF against pdfkit alone writing the same rows (same font, same cells, right and left, page by page): 50
// and 5,000 rows. Then the p50 of other requests while a report of 5,000 rows is written in its thread, against their
// p50 without it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded.ts'
import { fontFace } from '../packages/server/src/adapters/pdf/noto-sans.ts'
import { fillSimulatedMarket } from '../packages/server/src/features/market/fill-simulated-market.ts'
import { cellText } from '../packages/server/src/features/report-delivery/cell-text.ts'
import { writeReportPdf } from '../packages/server/src/features/report-delivery/write-report-pdf.ts'
import type { ReportFrame } from '../packages/server/src/features/report-delivery/report-file.ts'
import { startTestApp } from '../packages/server/src/testing/test-app.ts'
import { compare, median, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const pdfLimit = 1.5
const waitLimit = 2
const rounds = 5
const secondsPerRound = 3
const font = fontFace('plain').fileOf('latin')

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
    new Date(nowMs - index * 86_400_000).toISOString().slice(0, 10),
    new Date(nowMs - index * 9_000_000).toISOString(),
    ['SPY', 'AAPL', 'BRK.B', 'QQQ'][index % 4]!,
    index % 3 === 0 ? 'DIVIDEND' : 'TRADE',
    `Bought by order ${1000 + index}`,
    String((index * 37) % 900),
    `${100 + (index % 777)}.${10 + (index % 89)}`,
    `${index % 2 ? '-' : ''}${(index * 7919) % 1_000_000}.50`,
  ])
const frame = (rowCount: number): ReportFrame => ({
  name: 'Transactions',
  issuer: { manager: 'Maria Keller', clubs: ['Riverside Club'] },
  period: '2025-01-01 to 2026-03-04',
  currency: 'USD',
  filters: ['Account: 10000001', 'Period: 2025-01-01 to 2026-03-04'],
  columns,
  rowCount,
  basis: 'Figures of the close of 2026-03-03.',
  readAt: nowMs,
})

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
      document.text(cellText(type, cell), left, top, {
        width: width - 8,
        align: isNumeric ? 'right' : 'left',
        lineBreak: false,
      })
      left += width
    }
    top += 16
  }
  document.end()
  return (await whole).length
}

for (const count of [50, 5000]) {
  const rows = makeRows(count)
  const ours = () => timed(() => writeReportPdf({ table: frame(count), rows, now: new Date(nowMs) }))
  const bare = () => timed(() => writeBare(rows))
  await ours()
  await bare()
  const { oursMs, bareMs, ratio } = await compare(count === 50 ? 11 : rounds, ours, bare)
  reportRow({
    what: `a report of ${count} rows as PDF against pdfkit writing the same rows bare`,
    value: ratio,
    bar: { atMost: pdfLimit },
    figures: `${oursMs.toFixed(0)} ms / ${bareMs.toFixed(0)} ms`,
  })
}

/** Measures single requests, one after the other, until `until` closes. */
async function requestTimes(url: string, token: string, until: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (until()) {
    times.push(
      await timed(async () => {
        const response = await fetch(url, { headers: { token } })
        if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
        await response.arrayBuffer()
      }),
    )
  }
  return times
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-bench-'))
const server = await startEmbeddedPostgres({ dataDirectory, log: () => undefined })
process.env['CLUBFOLIO_TEST_DATABASE_URL'] = server.adminUrl
process.env['CLUBFOLIO_TEST_RUN'] = 'bench'
try {
  const app = await startTestApp()
  await fillSimulatedMarket(app.services)
  const { user } = await app.signUp(['INVESTORS'])
  const url = `${app.url}/v1/api/stock/get-top-winners/10/WEEK`
  const rows = makeRows(5000)
  const table = { ...frame(rows.length), rows }
  const write = () => app.services.renderer.render({ format: 'pdf', table, nowMs })
  await write()
  const calm: number[] = []
  const busy: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const endMs = performance.now() + secondsPerRound * 1000
    const without = await requestTimes(url, user.token, () => performance.now() < endMs)
    let isWriting = true
    const writing = write().finally(() => (isWriting = false))
    const during = await requestTimes(url, user.token, () => isWriting)
    await writing
    calm.push(...without)
    busy.push(...during)
    ratios.push(median(during) / median(without))
  }
  reportRow({
    what: 'p50 of other requests while a PDF of 5,000 rows is written against without',
    value: median(ratios),
    bar: { atMost: waitLimit },
    figures: `${median(busy).toFixed(1)} ms / ${median(calm).toFixed(1)} ms; p99 ${percentile(busy, 0.99).toFixed(1)} / ${percentile(calm, 0.99).toFixed(1)} ms; ${busy.length} requests`,
  })
  await app.stop()
} finally {
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
}
