// Writes PDF pages of headings, notes and rows of figures: numbers flush right, the header row repeated on each page,
// page numbers in the footer.
import {
  colours,
  footHeight,
  margin,
  measureText,
  missingNote,
  openPdfDocument,
  type TextStyle,
} from './pdf-document.ts'
import { writePaperHead, writePaperText, type PaperHead } from './paper-head.ts'

const rowHeight = 16

export interface RowStyle {
  readonly isHead?: boolean
  readonly isTotal?: boolean
}

export interface PdfPage {
  heading(text: string): void
  note(text: string): void
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
  if (paperHead) writePaperHead(document, paperHead)
  let head: { readonly cells: readonly string[]; readonly widths: readonly number[] } | undefined

  const drawRow = (
    cells: readonly string[],
    widths: readonly number[],
    { isHead = false, isTotal = false }: RowStyle,
  ) => {
    const top = document.y
    const style = {
      size: 9,
      weight: isHead || isTotal ? 'strong' : 'plain',
      colour: isHead ? colours.quiet : colours.text,
    } as const
    let left = margin
    cells.forEach((cell, index) => {
      const width = widths[index] ?? 80
      const fitting = { ...style, size: fittingSize(cell, width - 6, style) }
      const [text = ''] = document.wrap(cell, width - 6, fitting)
      document.line(
        text,
        index === 0 || isWord(cell, isHead, index) ? { left, top: top + 1 } : { right: left + width - 6, top: top + 1 },
        fitting,
      )
      left += width
    })
    document.rule(top + rowHeight, margin, left, isTotal || isHead ? 0.8 : 0.4)
    document.y = top + rowHeight
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
    heading: (text) => write(text, { size: 16, weight: 'strong' }),
    note(text) {
      document.y += 4
      write(text, { size: 9, colour: colours.quiet })
    },
    section(text) {
      if (document.y > document.bottom - 4 * rowHeight) document.addPage()
      document.y += 12
      write(text, { size: 11, weight: 'strong' })
      head = undefined
    },
    row(cells, widths, style = {}) {
      if (style.isHead) head = { cells, widths }
      if (document.y + rowHeight > document.bottom) {
        document.addPage()
        if (head && !style.isHead) drawRow(head.cells, head.widths, { isHead: true })
      }
      drawRow(cells, widths, style)
    },
    finish() {
      const note = missingNote(document.missing)
      if (note) {
        document.y += footHeight / 2
        write(note, { size: 8, colour: colours.quiet })
      }
      if (paperHead) writePaperText(document, paperHead)
      return document.finish({ left: 'Clubfolio', right: (page, of) => `${title} · page ${page} of ${of}` })
    },
  }
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
