// A report on paper: its name, the choices, the basis of its figures, the time of writing, and its rows in a table
// whose header is repeated on every page, below its graph where it has one.
import { newYorkTimeText, toEpochMs } from '@clubfolio/domain'
import { describeIssuer } from '../fund/book/read-issuer.ts'
import type { ReportRow } from '../report/report-table.ts'
import {
  colours,
  margin,
  measureText,
  missingNote,
  openPdfDocument,
  type PdfDocument,
  type TextStyle,
} from '../../adapters/pdf/pdf-document.ts'
import { closePaper, openPaper } from '../../adapters/pdf/paper-head.ts'
import { cellText } from './cell-text.ts'
import { placeTableGraph, writeReportGraph } from './write-report-graph.ts'
import { cellGap, placeColumns, type MeasuredColumn, type Placing } from './place-columns.ts'
import type { ReportFileOrder, WrittenColumn } from './report-file.ts'

/** Points of an A4 page between its margins, portrait and landscape. */
const room = { portrait: 595.28 - 2 * margin, landscape: 841.89 - 2 * margin }
const lineHeight = 1.36
const padding = 2.5
/** A header is measured by its words only, because it may wrap. */
const headWeight = 'strong'

export async function writeReportPdf({ table, rows, now, onProgress }: ReportFileOrder): Promise<Buffer> {
  const { currency } = table
  const cells = rows.map((row) => table.columns.map(({ type }, index) => cellText(type, row[index] ?? null, currency)))
  const totals = table.totals && totalsText(table.columns, table.totals, currency)
  const placing = placeColumns(measureColumns(table.columns, cells, totals), room)
  const document = openPdfDocument({ title: table.name, now, isLandscape: placing.isLandscape })
  const { head } = table.issuer
  if (head) openPaper(document, head)
  writeHeading(document, table)
  if (cells.length === 0) {
    document.line(
      'There are no rows with these filters.',
      { left: margin, top: document.y + 6 },
      { size: 9, colour: colours.quiet },
    )
    document.y += 24
  } else {
    const graph = table.graph && placeTableGraph(table.graph, rows, currency)
    if (graph) writeReportGraph(document, graph)
    await writeRows(document, new TableWriter(document, table.name, table.columns, placing), {
      cells,
      totals,
      onProgress,
    })
  }
  writeMissingNote(document)
  if (head) closePaper(document, head)
  return document.finish({ left: 'Clubfolio', right: (page, of) => `${table.name} · page ${page} of ${of}` })
}

function writeHeading(
  document: PdfDocument,
  { name, issuer, filters, rowCount, basis, readAt }: ReportFileOrder['table'],
): void {
  const width = document.width - 2 * margin
  const write = (text: string, style: TextStyle) => {
    for (const line of document.wrap(text, width, style)) {
      document.line(line, { left: margin, top: document.y }, style)
      document.y += style.size * 1.45
    }
  }
  write(name, { size: 16, weight: 'strong' })
  document.y += 2
  write(describeIssuer(issuer), { size: 9, weight: 'strong' })
  if (filters.length > 0) write(filters.join(' · '), { size: 9 })
  const rows = rowCount === 1 ? '1 row' : `${cellText('INTEGER', String(rowCount))} rows`
  write(basis, { size: 9 })
  write(`Written ${newYorkTimeText(toEpochMs(readAt))} · ${rows}`, { size: 9, colour: colours.quiet })
  document.y += 8
}

interface WriteRowsOptions {
  readonly cells: readonly (readonly string[])[]
  readonly totals: readonly string[] | undefined
  readonly onProgress: ReportFileOrder['onProgress']
}

async function writeRows(
  document: PdfDocument,
  table: TableWriter,
  { cells, totals, onProgress }: WriteRowsOptions,
): Promise<void> {
  table.head()
  for (const [index, row] of cells.entries()) {
    table.row(row, index % 2 === 1)
    if ((index + 1) % 250 === 0) await onProgress?.(index + 1)
  }
  if (totals) table.totals(totals)
  document.y += 10
}

function writeMissingNote(document: PdfDocument): void {
  const note = missingNote(document.missing)
  if (note === undefined) return
  const style: TextStyle = { size: 8, colour: colours.quiet }
  for (const line of document.wrap(note, document.width - 2 * margin, style)) {
    if (document.y + 12 > document.bottom) document.addPage()
    document.line(line, { left: margin, top: document.y }, style)
    document.y += 12
  }
}

/** The sums, with the word "Total" in the first column without a sum. */
function totalsText(columns: readonly WrittenColumn[], totals: ReportRow, currency: string): string[] {
  const texts = columns.map(({ type }, index) => cellText(type, totals[index] ?? null, currency))
  const place = texts.indexOf('')
  return texts.map((text, index) => (index === place ? 'Total' : text))
}

function measureColumns(
  columns: readonly WrittenColumn[],
  cells: readonly (readonly string[])[],
  totals: readonly string[] | undefined,
): MeasuredColumn[] {
  const plain: TextStyle = { size: 1 }
  const strong: TextStyle = { size: 1, weight: headWeight }
  const widestWord = (text: string, style: TextStyle): number =>
    Math.max(0, ...text.split(/\s+/).map((word) => measureText(word, style)))
  return columns.map(({ type, header }, index) => {
    let line = Math.max(widestWord(header, strong), measureText(totals?.[index] ?? '', strong))
    let word = line
    for (const row of cells) {
      const text = row[index]!
      const width = measureText(text, plain)
      if (width > line) line = width
      if (width > word) word = Math.max(word, type === 'TEXT' || type === 'CODE' ? widestWord(text, plain) : width)
    }
    return { type, line, word }
  })
}

/** Draws rows below each other and starts a new page, header first, when one does not fit. */
class TableWriter {
  readonly #document: PdfDocument
  readonly #name: string
  readonly #columns: readonly WrittenColumn[]
  readonly #widths: readonly number[]
  readonly #size: number
  readonly #end: number
  #isFirstPage = true

  constructor(document: PdfDocument, name: string, columns: readonly WrittenColumn[], { widths, size }: Placing) {
    this.#document = document
    this.#name = name
    this.#columns = columns
    this.#widths = widths
    this.#size = size
    this.#end = margin + widths.reduce((sum, width) => sum + width, 0)
  }

  head(): void {
    const document = this.#document
    if (!this.#isFirstPage) {
      document.line(this.#name, { left: margin, top: document.y - 6 }, { size: 8, colour: colours.quiet })
      document.y += 10
    }
    this.#isFirstPage = false
    const style: TextStyle = { size: this.#size, weight: headWeight, colour: colours.quiet }
    const lines = this.#lines(
      this.#columns.map(({ header }) => header),
      style,
    )
    this.#draw(lines, style, false)
    document.rule(document.y, margin, this.#end, 0.9)
  }

  row(cells: readonly string[], isZebra: boolean): void {
    const style: TextStyle = { size: this.#size }
    let lines = this.#lines(cells, style)
    const height = this.#heightOf(lines)
    if (this.#document.y + height > this.#document.bottom) this.#nextPage()
    // A row taller than a page continues on the next one.
    while (this.#document.y + this.#heightOf(lines) > this.#document.bottom) {
      const fitting = Math.max(
        1,
        Math.floor((this.#document.bottom - this.#document.y - 2 * padding) / (this.#size * lineHeight)),
      )
      this.#draw(
        lines.map((cell) => cell.slice(0, fitting)),
        style,
        isZebra,
      )
      lines = lines.map((cell) => cell.slice(fitting))
      this.#nextPage()
    }
    this.#draw(lines, style, isZebra)
  }

  totals(cells: readonly string[]): void {
    const style: TextStyle = { size: this.#size, weight: 'strong' }
    const lines = this.#lines(cells, style)
    if (this.#document.y + this.#heightOf(lines) > this.#document.bottom) this.#nextPage()
    this.#document.rule(this.#document.y, margin, this.#end, 0.9)
    this.#draw(lines, style, false)
  }

  #nextPage(): void {
    this.#document.addPage()
    this.head()
  }

  #lines(cells: readonly string[], style: TextStyle): string[][] {
    return cells.map((cell, index) => {
      const width = this.#widths[index]! - cellGap
      if (cell === '') return []
      // A rounding difference in a measured width is no reason to break a line.
      return measureText(cell, style) <= width + 0.01 && !/[\r\n]/.test(cell)
        ? [cell]
        : this.#document.wrap(cell, width + 0.01, style)
    })
  }

  #heightOf(lines: readonly (readonly string[])[]): number {
    return Math.max(1, ...lines.map((cell) => cell.length)) * this.#size * lineHeight + 2 * padding
  }

  #draw(lines: readonly (readonly string[])[], style: TextStyle, isZebra: boolean): void {
    const document = this.#document
    const top = document.y
    const height = this.#heightOf(lines)
    if (isZebra) document.fill(top, height, margin, this.#end, colours.zebra)
    let left = margin
    for (const [index, cell] of lines.entries()) {
      const width = this.#widths[index]!
      for (const [number, text] of cell.entries()) {
        const lineTop = top + padding + number * this.#size * lineHeight
        document.line(
          text,
          this.#columns[index]!.isNumeric
            ? { right: left + width - cellGap / 2, top: lineTop }
            : { left: left + cellGap / 2, top: lineTop },
          style,
        )
      }
      left += width
    }
    document.y = top + height
  }
}
