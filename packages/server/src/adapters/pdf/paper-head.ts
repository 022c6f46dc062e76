// The head and the closing text that every paper of a fund carries: its club's logo, name and address above the title,
// and the club's text below everything else.
import { readPng, writeOpaquePng } from '../picture/png.ts'
import { colours, margin, type PdfDocument, type TextStyle } from './pdf-document.ts'

export interface PaperHead {
  readonly name: string
  /** One line; empty without. */
  readonly address: string
  /** Printed at the end; empty without. */
  readonly text: string
  /** A PNG file; null without. */
  readonly logo: Uint8Array | null
}

const logoRoom = { width: 150, height: 48 }
const nameStyle: TextStyle = { size: 11, weight: 'strong' }
const addressStyle: TextStyle = { size: 9, colour: colours.quiet }
const textStyle: TextStyle = { size: 8, colour: colours.quiet }
const lineHeight = 1.4

/** Writes the head of the first page: the logo on the left, name and address opposite it, a rule below. */
export function writePaperHead(document: PdfDocument, head: PaperHead): void {
  const right = document.width - margin
  const top = document.y
  let left = margin
  let bottom = top
  if (head.logo) {
    const picture = readPng(Buffer.from(head.logo))
    const scale = Math.min(logoRoom.width / picture.width, logoRoom.height / picture.height, 0.5)
    const [width, height] = [picture.width * scale, picture.height * scale]
    document.picture(writeOpaquePng(picture), { x: margin, y: top, width, height })
    left = margin + width + 16
    bottom = top + height
  }
  let y = top
  for (const [text, style] of [
    [head.name, nameStyle],
    [head.address, addressStyle],
  ] as const)
    for (const line of text === '' ? [] : document.wrap(text, right - left, style)) {
      document.line(line, head.logo ? { right, top: y } : { left, top: y }, style)
      y += style.size * lineHeight
    }
  document.y = Math.max(bottom, y) + 6
  document.rule(document.y, margin, right, 0.8)
  document.y += 12
}

/** Writes the club's text below what the paper says. */
export function writePaperText(document: PdfDocument, { text }: PaperHead): void {
  if (text === '') return
  const lines = document.wrap(text, document.width - 2 * margin, textStyle)
  const step = textStyle.size * lineHeight
  if (document.y + 16 + Math.min(lines.length, 3) * step > document.bottom) document.addPage()
  else document.y += 10
  document.rule(document.y, margin, document.width - margin, 0.4)
  document.y += 6
  for (const line of lines) {
    if (document.y + step > document.bottom) document.addPage()
    document.line(line, { left: margin, top: document.y }, textStyle)
    document.y += step
  }
}
