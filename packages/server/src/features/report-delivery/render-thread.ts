// The thread that writes reports, statements, and logos from uploaded pictures. It receives a table in parts, or a
// whole statement or picture, writes the requested file and returns its bytes. It knows no database and no owner:
// everything was read before.
import { parentPort } from 'node:worker_threads'
import type { ReportFormat } from '@clubfolio/contract'
import { type StatementPaper, writeStatementPdf } from '../fund/statement/write-statement-pdf.ts'
import type { FactSheet } from '../fund/year/fact-sheet.ts'
import { writeFactSheet } from '../fund/year/write-fact-sheet.ts'
import { writeYearPaper, type YearPaperPages } from '../fund/year/year-paper.ts'
import type { ReportFileOrder, ReportFrame } from './report-file.ts'
import { makeLogo } from '../../adapters/picture/logo.ts'
import { writeReportCsv } from './write-report-csv.ts'
import { writeReportExcel } from './write-report-excel.ts'
import { writeReportPdf } from './write-report-pdf.ts'
import { yieldToCallers } from './yield-to-callers.ts'

export type ToThread =
  | { readonly kind: 'begin'; readonly format: ReportFormat; readonly table: ReportFrame; readonly nowMs: number }
  | { readonly kind: 'rows'; readonly rows: ReportFileOrder['rows'] }
  | { readonly kind: 'end' }
  | { readonly kind: 'statement'; readonly paper: StatementPaper; readonly nowMs: number }
  | { readonly kind: 'logo'; readonly picture: Uint8Array }
  | { readonly kind: 'fact-sheet'; readonly sheet: FactSheet; readonly nowMs: number }
  | { readonly kind: 'year-paper'; readonly paper: YearPaperPages; readonly nowMs: number }

export type FromThread =
  | { readonly kind: 'progress'; readonly rows: number }
  | { readonly kind: 'done'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string | undefined }

const writers: Readonly<Record<ReportFormat, (order: ReportFileOrder) => Promise<Buffer> | Buffer>> = {
  pdf: writeReportPdf,
  xlsx: writeReportExcel,
  csv: writeReportCsv,
}

if (parentPort) {
  const port = parentPort
  yieldToCallers()
  const say = (message: FromThread) => port.postMessage(message)
  const handBack = async (write: () => Promise<Buffer>) => {
    try {
      // A copy of exactly its length: the bytes may be part of a shared pool.
      say({ kind: 'done', bytes: new Uint8Array(await write()) })
    } catch (error) {
      say({
        kind: 'failed',
        message: error instanceof Error ? error.message : String(error),
        stack: error instanceof Error ? error.stack : undefined,
      })
    }
  }
  let begun: Extract<ToThread, { kind: 'begin' }> | undefined
  let rows: (readonly (string | null)[])[] = []
  const writeReport = async () => {
    if (!begun) throw new Error('The thread was told to write before it was told what.')
    const { format, table, nowMs } = begun
    const all = rows
    rows = []
    return await writers[format]({
      table,
      rows: all,
      now: new Date(nowMs),
      onProgress: (written) => say({ kind: 'progress', rows: written }),
    })
  }
  port.on('message', (message: ToThread) => {
    if (message.kind === 'begin') {
      begun = message
      rows = []
    } else if (message.kind === 'rows') rows.push(...message.rows)
    else if (message.kind === 'statement')
      void handBack(() => writeStatementPdf(message.paper, new Date(message.nowMs)))
    else if (message.kind === 'logo')
      void handBack(() => Promise.resolve(message.picture).then((picture) => makeLogo(Buffer.from(picture))))
    else if (message.kind === 'year-paper') void handBack(() => writeYearPaper(message.paper, new Date(message.nowMs)))
    else if (message.kind === 'fact-sheet') void handBack(() => writeFactSheet(message.sheet, new Date(message.nowMs)))
    else void handBack(writeReport)
  })
}
