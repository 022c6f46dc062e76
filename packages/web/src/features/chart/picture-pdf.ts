// A one-page PDF of one JPEG picture that fills the page inside a margin. Written by hand as the smallest document that
// the format allows.

export interface Picture {
  readonly jpeg: Uint8Array
  readonly widthPx: number
  readonly heightPx: number
}

/** A4 landscape in points. */
const page = { width: 842, height: 595, margin: 24 } as const

/** Encodes a string of the information dictionary as UTF-16, so that any name is possible. */
function pdfText(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'))
  return `<feff${units.join('')}>`
}

/**
 * Returns the document: catalogue, page tree, page, content, picture, information, and the cross-reference table with
 * their offsets.
 */
export function picturePdf({ jpeg, widthPx, heightPx }: Picture, title: string): Uint8Array<ArrayBuffer> {
  const scale = Math.min((page.width - 2 * page.margin) / widthPx, (page.height - 2 * page.margin) / heightPx)
  const scaled = (sizePx: number): number => Number((sizePx * scale).toFixed(2))
  const [width, height] = [scaled(widthPx), scaled(heightPx)]
  const left = ((page.width - width) / 2).toFixed(2)
  const bottom = ((page.height - height) / 2).toFixed(2)
  const content = `q ${width} 0 0 ${height} ${left} ${bottom} cm /P Do Q`
  const objects: readonly (readonly [string, Uint8Array?])[] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /XObject << /P 5 ` +
        '0 R >> >> /Contents 4 0 R >>',
    ],
    [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    [
      `<< /Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    ],
    [`<< /Title ${pdfText(title)} /Producer (Clubfolio) >>`],
  ]
  const parts: Uint8Array[] = []
  const starts: number[] = []
  let length = 0
  const write = (bytes: Uint8Array) => {
    parts.push(bytes)
    length += bytes.length
  }
  const encoder = new TextEncoder()
  const text = (words: string) => write(encoder.encode(words))
  text('%PDF-1.4\n')
  objects.forEach(([dictionary, stream], index) => {
    starts.push(length)
    text(`${index + 1} 0 obj\n${dictionary}\n`)
    if (stream !== undefined) {
      text('stream\n')
      write(stream)
      text('\nendstream\n')
    }
    text('endobj\n')
  })
  const table = length
  text(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f ` +
      `\n${starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')}`,
  )
  text(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  const bytes = new Uint8Array(length)
  let place = 0
  for (const part of parts) {
    bytes.set(part, place)
    place += part.length
  }
  return bytes
}
