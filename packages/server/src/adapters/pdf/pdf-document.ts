// A PDF document with the house's font, colours and margins: text in runs of scripts, measured and wrapped, hairlines,
// page numbers. Page content is left to its writers.
import type { Font } from 'fontkit'
import Pdf from 'pdfkit'
import { ascent, fontFace, missingMark, type FontScript, type FontWeight } from './noto-sans.ts'

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** The library also accepts an opened font; its types know files only. */
      registerFont(name: string, opened: Font): this
    }
  }
}

export const colours = { text: '#1B1F24', quiet: '#5B6470', rule: '#CDD2D9', zebra: '#F4F6F8' } as const
export const margin = 40
/** Kept free above the lower margin for the page number. */
export const footHeight = 24

export interface TextStyle {
  readonly size: number
  readonly weight?: FontWeight
  readonly colour?: string
}

export interface PdfPoint {
  readonly x: number
  readonly y: number
}

export interface PdfBox extends PdfPoint {
  readonly width: number
  readonly height: number
}

export interface PdfLineStyle {
  readonly colour: string
  readonly thickness: number
  /** Broken into dashes. */
  readonly isDashed?: boolean
}

export interface PdfDocument {
  readonly width: number
  readonly height: number
  /** Vertical position of the next content; writers advance it. */
  y: number
  /** The lowest point that content may reach; a foot takes its room from it before the first page is written. */
  bottom: number
  addPage(): void
  /** Writes one line of text whose top is at `top`; `right` instead of `left` aligns its end. */
  line(
    text: string,
    place: { readonly left: number; readonly top: number } | { readonly right: number; readonly top: number },
    style: TextStyle,
  ): void
  /** Breaks the text into lines that fit; a word that is too long is broken. */
  wrap(text: string, width: number, style: TextStyle): string[]
  rule(top: number, from: number, to: number, thickness: number): void
  fill(top: number, height: number, from: number, to: number, colour: string): void
  /** Fills boxes of one colour. */
  boxes(boxes: readonly PdfBox[], style: { readonly colour: string; readonly opacity: number }): void
  /** Draws a line through the points. */
  polyline(points: readonly PdfPoint[], style: PdfLineStyle): void
  /** Draws a PNG without opacity. */
  picture(png: Buffer, box: PdfBox): void
  /** Codes of the characters that the font lacks, in order of first appearance. */
  readonly missing: ReadonlySet<string>
  /** Numbers the pages and ends the document. `left` is printed in each footer opposite the page number. */
  finish(foot: { readonly left: string; readonly right: (page: number, of: number) => string }): Promise<Buffer>
}

export interface PdfOrder {
  readonly title: string
  readonly now: Date
  readonly isLandscape?: boolean
}

/** Returns the width of the text in points. */
export const measureText = (text: string, { size, weight = 'plain' }: TextStyle): number =>
  fontFace(weight).width(text, size)

export function openPdfDocument({ title, now, isLandscape = false }: PdfOrder): PdfDocument {
  const document = new Pdf({
    size: 'A4',
    layout: isLandscape ? 'landscape' : 'portrait',
    margin,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Creator: 'Clubfolio', CreationDate: now, ModDate: now },
  })
  const parts: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  const { width, height } = document.page
  const missing = new Set<string>()
  const registered = new Set<string>()
  let current = ''
  /** Colour and font persist from line to line; setting them again would fill the file with repetitions. */
  let colour = ''
  const choose = (weight: FontWeight, script: FontScript, style: TextStyle) => {
    const name = `${weight}-${script}`
    if (!registered.has(name)) {
      document.registerFont(name, fontFace(weight).fontOf(script))
      registered.add(name)
    }
    if (current !== `${name} ${style.size}`) document.font(name).fontSize(style.size)
    current = `${name} ${style.size}`
    const wanted = style.colour ?? colours.text
    if (colour !== wanted) document.fillColor(wanted)
    colour = wanted
  }

  const opened: PdfDocument = {
    width,
    height,
    y: margin,
    bottom: height - margin - footHeight,
    missing,
    addPage() {
      document.addPage()
      // A new page starts in black.
      colour = ''
      this.y = margin
    },
    line(text, place, style) {
      if (text === '') return
      const weight = style.weight ?? 'plain'
      let left = 'left' in place ? place.left : place.right - measureText(text, style)
      for (const { script, text: part } of fontFace(weight).runs(text, (code) => missing.add(code))) {
        choose(weight, script, style)
        const partWidth = measureText(part, style)
        // The width is given and the line is not broken, so that the library need not measure again. An explicit
        // baseline keeps the runs of different files on one line.
        document.text(part, left, place.top + ascent * style.size, {
          lineBreak: false,
          baseline: 'alphabetic',
          textWidth: partWidth,
          wordCount: 1,
        } as PDFKit.Mixins.TextOptions)
        left += partWidth
      }
    },
    wrap: (text, room, style) => wrapText(text, room, (part) => measureText(part, style)),
    rule(top, from, to, thickness) {
      document.moveTo(from, top).lineTo(to, top).lineWidth(thickness).strokeColor(colours.rule).stroke()
    },
    fill(top, boxHeight, from, to, wanted) {
      document.rect(from, top, to - from, boxHeight).fill(wanted)
      colour = wanted
    },
    boxes(boxes, { colour: wanted, opacity }) {
      if (boxes.length === 0) return
      for (const box of boxes) document.rect(box.x, box.y, box.width, box.height)
      document.fillColor(wanted, opacity).fill().fillOpacity(1)
      colour = ''
    },
    polyline(points, { colour: wanted, thickness, isDashed = false }) {
      const [first, ...rest] = points
      if (first === undefined) return
      document.moveTo(first.x, first.y)
      for (const { x, y } of rest) document.lineTo(x, y)
      document.lineWidth(thickness).strokeColor(wanted).lineJoin('round')
      if (isDashed) document.dash(5, { space: 3 })
      document.stroke()
      if (isDashed) document.undash()
    },
    picture(png, { x, y, width: pictureWidth, height: pictureHeight }) {
      document.image(png, x, y, { width: pictureWidth, height: pictureHeight })
    },
    finish({ left, right }) {
      const style: TextStyle = { size: 8, colour: colours.quiet }
      const { start, count } = document.bufferedPageRange()
      for (let index = start; index < start + count; index++) {
        document.switchToPage(index)
        colour = ''
        const top = height - margin - 8
        opened.line(left, { left: margin, top }, style)
        opened.line(right(index + 1, count), { right: width - margin, top }, style)
      }
      document.end()
      return finished
    },
  }
  return opened
}

/** Explains the mark of missing characters in words; undefined when every character could be written. */
export function missingNote(missing: ReadonlySet<string>): string | undefined {
  if (missing.size === 0) return undefined
  const shown = [...missing].slice(0, 60)
  return (
    `${missingMark} replaces a character that this page's font cannot show, in the order in which they first ` +
    `appear: ${shown.join(', ')}${missing.size > shown.length ? ` and ${missing.size - shown.length} more` : ''}.`
  )
}

function wrapText(text: string, room: number, measure: (part: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    let line = ''
    let used = 0
    for (const word of paragraph.split(/(?<= )/)) {
      const length = measure(word.trimEnd())
      if (used + length <= room || (line === '' && length <= room)) {
        line += word
        used += measure(word)
        continue
      }
      if (line !== '') lines.push(line.trimEnd())
      line = ''
      used = 0
      for (const character of length > room ? Array.from(word) : [word]) {
        const width = measure(character)
        if (line !== '' && used + measure(character.trimEnd()) > room) {
          lines.push(line)
          line = ''
          used = 0
        }
        line += character
        used += width
      }
    }
    lines.push(line.trimEnd())
  }
  return lines
}
