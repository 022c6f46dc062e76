// Writes PDF pages of headings, notes and rows of figures: numbers flush right, long names on several lines, the header
// row repeated on each page, a total on the page of the row above it, page numbers in the footer.
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
  /** Waits for what follows it, so that a total is not alone on a page. */
  let waiting: PlacedRow | undefined

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

  /** Draws the row that waits, and moves it to the next page where `following` more points do not fit below it. */
  const drawWaiting = (following = 0): void => {
    if (!waiting) return
    if (document.y + waiting.height + following > document.bottom) breakPage()
    drawRow(waiting)
    waiting = undefined
  }

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
      drawWaiting()
      write(text, { size: 16, weight: 'strong' })
    },
    note(text) {
      drawWaiting()
      document.y += 4
      write(text, { size: 9, colour: colours.quiet })
    },
    paragraph(text) {
      drawWaiting()
      document.y += 5
      write(text, { size: 10 })
    },
    section(text) {
      drawWaiting()
      if (document.y > document.bottom - 4 * rowHeight) document.addPage()
      document.y += 12
      write(text, { size: 11, weight: 'strong' })
      head = undefined
    },
    row(cells, widths, style = {}) {
      const row = placeRow(cells, widths, style)
      drawWaiting(style.isTotal ? row.height : 0)
      if (style.isHead) head = { cells, widths }
      if (!style.isHead && !style.isTotal) {
        waiting = row
        return
      }
      if (document.y + row.height > document.bottom) {
        if (style.isHead) document.addPage()
        else breakPage()
      }
      drawRow(row)
    },
    finish() {
      drawWaiting()
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
