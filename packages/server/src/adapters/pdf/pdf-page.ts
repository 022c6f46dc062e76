// Writes PDF pages of headings, notes and rows of figures: numbers flush right, long names on several lines, the header
// row repeated on each page, page numbers in the footer. A total is on the page of the row above it, and so are notes
// below a table, so that no page has them alone.
import {
  colours,
  footHeight,
  margin,
  measureText,
  missingNote,
  openPdfDocument,
  type TextStyle,
} from './pdf-document.ts'
import { closePaper, openPaper, type PaperHead } from './paper-head.ts'

const rowHeight = 16
/** Of each further line of a row. */
const lineHeight = 12
const noteStyle = { size: 9, colour: colours.quiet } as const
const noteGap = 4
/** Rows that go to the next page with the notes below them. */
const mostWaiting = 3

export interface RowStyle {
  readonly isHead?: boolean
  readonly isTotal?: boolean
}

export interface PdfPage {
  heading(text: string): void
  note(text: string): void
  /** Running text. */
  paragraph(text: string): void
  section(text: string): void
  /** Goes on at the top of a new page. */
  newPage(): void
  /** The first cell is left-aligned, the others right-aligned. */
  row(cells: readonly string[], widths: readonly number[], style?: RowStyle): void
  finish(): Promise<Buffer>
}

export interface PdfPaper {
  readonly title: string
  readonly now: Date
  /** Of the fund that the paper is about. */
  readonly head?: PaperHead | undefined
}

export function openPdf({ title, now, head: paperHead }: PdfPaper): PdfPage {
  const document = openPdfDocument({ title, now })
  if (paperHead) openPaper(document, paperHead)
  let head: { readonly cells: readonly string[]; readonly widths: readonly number[] } | undefined
  /** The last rows and the notes below them wait for what follows, because it decides where the page ends. */
  const waiting: PlacedRow[] = []
  let notes: string[] = []

  const placeRow = (
    cells: readonly string[],
    widths: readonly number[],
    { isHead = false, isTotal = false }: RowStyle,
  ): PlacedRow => {
    const style = {
      size: 9,
      weight: isHead || isTotal ? 'strong' : 'plain',
      colour: isHead ? colours.quiet : colours.text,
    } as const
    let left = margin
    const placed = cells.map((cell, index) => {
      const cellLeft = left
      const width = widths[index] ?? 80
      left += width
      const isText = index === 0 || isWord(cell, isHead, index)
      const fitting = isText ? style : { ...style, size: fittingSize(cell, width - 6, style) }
      const lines = document.wrap(cell, width - 6, fitting)
      return { lines: isText ? lines : lines.slice(0, 1), style: fitting, left: cellLeft, width, isText }
    })
    const lineCount = Math.max(1, ...placed.map(({ lines }) => lines.length))
    return {
      cells: placed,
      right: left,
      height: rowHeight + (lineCount - 1) * lineHeight,
      thickness: isTotal || isHead ? 0.8 : 0.4,
      isTotal,
    }
  }

  const drawRow = ({ cells, right, height, thickness }: PlacedRow): void => {
    const top = document.y + 1
    for (const { lines, style, left, width, isText } of cells)
      for (const [index, text] of lines.entries()) {
        const at = top + index * lineHeight
        document.line(text, isText ? { left, top: at } : { right: left + width - 6, top: at }, style)
      }
    document.y += height
    document.rule(document.y, margin, right, thickness)
  }

  const breakPage = (): void => {
    document.addPage()
    if (head) drawRow(placeRow(head.cells, head.widths, { isHead: true }))
  }

  /** Draws the first row that waits; a total that follows it is kept beside it. */
  const drawFirst = (): void => {
    const [row, next] = waiting
    if (!row) return
    const needed = row.height + (next?.isTotal ? next.height : 0)
    if (document.y + needed > document.bottom) breakPage()
    drawRow(row)
    waiting.shift()
  }

  const flush = (): void => {
    const heights = notes.map((note) => heightOf(note))
    const needed = [...waiting.map(({ height }) => height), ...heights].reduce((sum, height) => sum + height, 0)
    if (notes.length > 0 && waiting.length > 0 && document.y + needed > document.bottom) breakPage()
    while (waiting.length > 0) drawFirst()
    for (const [index, note] of notes.entries()) {
      if (document.y + (heights[index] ?? 0) > document.bottom) document.addPage()
      document.y += noteGap
      write(note, noteStyle)
    }
    notes = []
  }

  const heightOf = (note: string): number =>
    noteGap + document.wrap(note, document.width - 2 * margin, noteStyle).length * noteStyle.size * 1.4

  const write = (
    text: string,
    style: { readonly size: number; readonly weight?: 'strong'; readonly colour?: string },
  ) => {
    for (const line of document.wrap(text, document.width - 2 * margin, style)) {
      if (document.y + style.size * 1.4 > document.bottom) document.addPage()
      document.line(line, { left: margin, top: document.y }, style)
      document.y += style.size * 1.4
    }
  }

  return {
    heading(text) {
      flush()
      write(text, { size: 16, weight: 'strong' })
    },
    note(text) {
      notes.push(text)
    },
    paragraph(text) {
      flush()
      document.y += 5
      write(text, { size: 10 })
    },
    section(text) {
      flush()
      if (document.y > document.bottom - 4 * rowHeight) document.addPage()
      document.y += 12
      write(text, { size: 11, weight: 'strong' })
      head = undefined
    },
    newPage() {
      flush()
      document.addPage()
      head = undefined
    },
    row(cells, widths, style = {}) {
      const row = placeRow(cells, widths, style)
      if (style.isHead || notes.length > 0) flush()
      if (style.isHead) {
        head = { cells, widths }
        if (document.y + row.height > document.bottom) document.addPage()
        drawRow(row)
        return
      }
      waiting.push(row)
      if (waiting.length > mostWaiting) drawFirst()
    },
    finish() {
      flush()
      const note = missingNote(document.missing)
      if (note) {
        document.y += footHeight / 2
        write(note, { size: 8, colour: colours.quiet })
      }
      if (paperHead) closePaper(document, paperHead)
      return document.finish({ left: 'Clubfolio', right: (page, of) => `${title} · page ${page} of ${of}` })
    },
  }
}

interface PlacedRow {
  readonly cells: readonly {
    readonly lines: readonly string[]
    readonly style: TextStyle
    readonly left: number
    readonly width: number
    readonly isText: boolean
  }[]
  /** Where its rule ends. */
  readonly right: number
  readonly height: number
  readonly thickness: number
  readonly isTotal: boolean
}

/** Below this size figures can no longer be read on paper. */
const smallestSize = 6

/** Returns the size at which the text is on one line: a figure whose last digits are missing is another figure. */
function fittingSize(text: string, width: number, style: TextStyle): number {
  const needed = measureText(text, style)
  return needed <= width ? style.size : Math.max(smallestSize, Math.floor((style.size * width * 10) / needed) / 10)
}

/** Words in a later column are left-aligned; a header is aligned like its cells. */
const isWord = (cell: string, isHead: boolean, index: number): boolean =>
  isHead ? cell === 'What' : index === 1 && /^[A-Z]/.test(cell)
