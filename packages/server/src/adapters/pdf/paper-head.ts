// The head and the foot that every paper of a fund carries: its club's logo, name and address above the title, and the
// club's text at the foot of the last page. All pages leave the same room free for the foot, so that it always stands
// below what the paper says and never on a page of its own.
import { readPng, writeOpaquePng } from '../picture/png.ts'
import { colours, margin, type PdfDocument, type TextStyle } from './pdf-document.ts'

export interface PaperHead {
  readonly name: string
  /** One line; empty without. */
  readonly address: string
  /** Printed at the foot of the last page; empty without. */
  readonly text: string
  /** A PNG file; null without. */
  readonly logo: Uint8Array | null
}

const logoRoom = { width: 150, height: 48 }
const nameStyle: TextStyle = { size: 11, weight: 'strong' }
const addressStyle: TextStyle = { size: 9, colour: colours.quiet }
const textStyle: TextStyle = { size: 7.5, colour: colours.quiet }
const lineHeight = 1.4
/** Between the content and the rule, and between the rule and the text. */
const footGap = { above: 10, below: 5 }
/** A text of more lines is set as one paragraph. */
const mostOwnLines = 4
/** 500 of the widest letters need seven lines. */
const mostLines = 8

/**
 * Writes the head of the first page: the logo on the left, name and address opposite it, a rule below. Every page then
 * ends above the room for the club's text.
 */
export function openPaper(document: PdfDocument, head: PaperHead): void {
  const lines = footLines(document, head)
  if (lines.length > 0) document.bottom -= footGap.above + footGap.below + lines.length * textStyle.size * lineHeight
  if (head.logo === null && head.name === '' && head.address === '') return
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

/** Writes the club's text at the foot of the page that the document is at, which is its last one. */
export function closePaper(document: PdfDocument, head: PaperHead): void {
  const lines = footLines(document, head)
  if (lines.length === 0) return
  let y = document.bottom + footGap.above
  document.rule(y, margin, document.width - margin, 0.4)
  y += footGap.below
  for (const line of lines) {
    document.line(line, { left: margin, top: y }, textStyle)
    y += textStyle.size * lineHeight
  }
}

/**
 * Returns the lines of the foot. A text of a few lines keeps them; of one with more, such as an imprint with a line for
 * each figure, the lines follow each other: "Not an offer. · IBAN CH93 0076 2011 · Court of Zurich".
 */
function footLines(document: PdfDocument, { text }: PaperHead): readonly string[] {
  if (text.trim() === '') return []
  const wrap = (words: string) => document.wrap(words, document.width - 2 * margin, textStyle)
  const own = wrap(text.trim())
  if (own.length <= mostOwnLines) return own
  const paragraphs = text.split(/\s*[\r\n]\s*/).filter((paragraph) => paragraph !== '')
  const set = wrap(paragraphs.join(' · '))
  return set.length <= mostLines ? set : [...set.slice(0, mostLines - 1), `${set[mostLines - 1] ?? ''} …`]
}
