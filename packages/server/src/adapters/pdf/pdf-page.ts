// Writes PDF pages of headings, notes and rows: numbers flush right, the head row again on each page, page numbers at the foot.
// The fonts are files of DejaVu Sans, shipped under their own free licence by the package that holds them.
import { createRequire } from 'node:module'
import Pdf from 'pdfkit'

const require = createRequire(import.meta.url)
const fonts = { plain: 'DejaVuSans.ttf', strong: 'DejaVuSans-Bold.ttf' } as const
const fontFile = (name: string): string => require.resolve(`dejavu-fonts-ttf/ttf/${name}`)

const margin = 40
const rowHeight = 16
const footHeight = 24

export interface RowStyle {
  readonly isHead?: boolean
  readonly isTotal?: boolean
}

export interface PdfPage {
  heading(text: string): void
  note(text: string): void
  section(text: string): void
  /** The first cell stands left, the others right. */
  row(cells: readonly string[], widths: readonly number[], style?: RowStyle): void
  finish(): Promise<Buffer>
}

export function openPdf({ title, now }: { readonly title: string; readonly now: Date }): PdfPage {
  const document = new Pdf({ size: 'A4', margin, bufferPages: true, info: { Title: title, Creator: 'Clubfolio', CreationDate: now, ModDate: now } })
  const parts: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  document.registerFont('plain', fontFile(fonts.plain)).registerFont('strong', fontFile(fonts.strong))
  let head: { readonly cells: readonly string[]; readonly widths: readonly number[] } | undefined
  const bottom = () => document.page.height - margin - footHeight

  const drawRow = (cells: readonly string[], widths: readonly number[], { isHead = false, isTotal = false }: RowStyle) => {
    const top = document.y
    document.font(isHead || isTotal ? 'strong' : 'plain').fontSize(9).fillColor(isHead ? '#5B6470' : '#1B1F24')
    let left = margin
    cells.forEach((cell, index) => {
      const width = widths[index] ?? 80
      document.text(cell, left, top + 3, { width: width - 6, align: index === 0 || isWord(cell, isHead, index) ? 'left' : 'right', lineBreak: false, ellipsis: true, height: rowHeight })
      left += width
    })
    document.moveTo(margin, top + rowHeight).lineTo(left, top + rowHeight).lineWidth(isTotal || isHead ? 0.8 : 0.4).strokeColor('#CDD2D9').stroke()
    document.x = margin
    document.y = top + rowHeight
  }

  return {
    heading(text) {
      document.font('strong').fontSize(16).fillColor('#1B1F24').text(text, margin)
    },
    note(text) {
      document.font('plain').fontSize(9).fillColor('#5B6470').moveDown(0.4).text(text, margin)
    },
    section(text) {
      if (document.y > bottom() - 4 * rowHeight) document.addPage()
      document.moveDown(1).font('strong').fontSize(11).fillColor('#1B1F24').text(text, margin).moveDown(0.2)
      head = undefined
    },
    row(cells, widths, style = {}) {
      if (style.isHead) head = { cells, widths }
      if (document.y + rowHeight > bottom()) {
        document.addPage()
        if (head && !style.isHead) drawRow(head.cells, head.widths, { isHead: true })
      }
      drawRow(cells, widths, style)
    },
    finish() {
      const { start, count } = document.bufferedPageRange()
      for (let index = start; index < start + count; index++) {
        document.switchToPage(index)
        // Text below the margin would start a page of its own.
        document.page.margins.bottom = 0
        document.font('plain').fontSize(8).fillColor('#5B6470')
        document.text(`${title} · page ${index + 1} of ${count}`, margin, document.page.height - margin, { width: document.page.width - 2 * margin, align: 'right', lineBreak: false })
      }
      document.end()
      return finished
    },
  }
}

/** Words in a later column stand left; its head stands where its cells do. */
const isWord = (cell: string, isHead: boolean, index: number): boolean => (isHead ? cell === 'What' : index === 1 && /^[A-Z]/.test(cell))
