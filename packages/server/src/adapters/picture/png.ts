// Reads and writes PNG pictures (ISO/IEC 15948): every kind is decoded to pixels, and what is written has the pixels
// only. A file that breaks the format anywhere is refused, also where a viewer would shrug.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Pixels from the upper left, row by row, four bytes each: red, green, blue and opacity. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Why a file is no picture that is taken, as a sentence. */
export class PictureFault extends Error {}

/** A logo needs no more, and decoding stays within 16 MB. */
export const mostPixels = 4_000_000

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

interface PngHead {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
  readonly isInterlaced: boolean
}

/** Samples of a pixel, and the depths that the format allows, by colour type. */
const colourTypes: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

const damaged = (what: string): PictureFault => new PictureFault(`The picture is damaged: ${what}.`)

/** Throws `PictureFault` for a width or height of zero, or more pixels than are taken. */
export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw damaged('it has no width or height')
  if (width * height > mostPixels) throw new PictureFault(`It has ${width} x ${height} points, which is too many.`)
}

/** Decodes a PNG file. Throws `PictureFault`. */
export function readPng(bytes: Buffer): Bitmap {
  if (!isPng(bytes)) throw damaged('it is no PNG')
  let head: PngHead | undefined
  let palette: Buffer | undefined
  let opacity: Buffer | undefined
  const data: Buffer[] = []
  let isEnded = false
  for (const { type, content } of chunksOf(bytes)) {
    if (isEnded) throw damaged('it goes on behind its end')
    if ((head === undefined) !== (type === 'IHDR')) throw damaged('its head is not first')
    if (type === 'IHDR') head = readHead(content)
    else if (type === 'PLTE') palette = content
    else if (type === 'tRNS') opacity = content
    else if (type === 'IDAT') data.push(content)
    else if (type === 'IEND') isEnded = true
    else if (/^[A-Z]/.test(type)) throw damaged(`its part ${type} is unknown`)
  }
  if (!head || !isEnded || data.length === 0) throw damaged('it is cut off')
  return decodeRows(head, Buffer.concat(data), { palette, opacity })
}

function* chunksOf(bytes: Buffer): Generator<{ readonly type: string; readonly content: Buffer }> {
  let at = signature.length
  while (at < bytes.length) {
    if (at + 12 > bytes.length) throw damaged('it is cut off')
    const length = bytes.readUInt32BE(at)
    const end = at + 8 + length
    if (end + 4 > bytes.length) throw damaged('it is cut off')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type) || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end))
      throw damaged('a checksum is wrong')
    yield { type, content: bytes.subarray(at + 8, end) }
    at = end + 4
  }
}

function readHead(content: Buffer): PngHead {
  if (content.length !== 13) throw damaged('its head is wrong')
  const [depth = 0, colour = 0, compression = 0, filter = 0, interlace = 0] = content.subarray(8)
  const width = content.readUInt32BE(0)
  const height = content.readUInt32BE(4)
  if (!colourTypes[colour]?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw damaged('its head is wrong')
  checkSize(width, height)
  return { width, height, depth, colour, isInterlaced: interlace === 1 }
}

/** Where the pixels of each pass are: all of them at once, or the seven passes of an interlaced picture. */
const passesOf = ({ isInterlaced }: PngHead): readonly (readonly [x: number, y: number, dx: number, dy: number])[] =>
  isInterlaced
    ? [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ]
    : [[0, 0, 1, 1]]

interface Colours {
  readonly palette: Buffer | undefined
  readonly opacity: Buffer | undefined
}

function decodeRows(head: PngHead, packed: Buffer, colours: Colours): Bitmap {
  const { width, height, depth, colour } = head
  const bitsOfPixel = colourTypes[colour]!.samples * depth
  const passes = passesOf(head)
    .map(([x, y, dx, dy]) => ({
      x,
      y,
      dx,
      dy,
      columns: Math.ceil((width - x) / dx),
      rows: Math.ceil((height - y) / dy),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
  const rowBytes = (columns: number): number => Math.ceil((columns * bitsOfPixel) / 8)
  const expected = passes.reduce((sum, { columns, rows }) => sum + rows * (1 + rowBytes(columns)), 0)
  const raw = unpack(packed, expected)
  const pixels = new Uint8Array(width * height * 4)
  const write = pixelWriter(head, colours)
  let at = 0
  for (const { x, y, dx, dy, columns, rows } of passes) {
    const length = rowBytes(columns)
    let before: Uint8Array = new Uint8Array(length)
    for (let row = 0; row < rows; row++) {
      const line = raw.subarray(at + 1, at + 1 + length)
      unfilter(raw[at]!, line, before, Math.max(1, bitsOfPixel >> 3))
      for (let column = 0; column < columns; column++)
        write(line, column, pixels, ((y + row * dy) * width + x + column * dx) * 4)
      before = line
      at += 1 + length
    }
  }
  return { width, height, pixels }
}

function unpack(packed: Buffer, expected: number): Buffer {
  let raw: Buffer
  try {
    raw = inflateSync(packed, { maxOutputLength: expected + 1 })
  } catch {
    throw damaged('its pixels cannot be unpacked')
  }
  if (raw.length !== expected) throw damaged('it has the wrong number of pixels')
  return raw
}

/** Undoes the filter of a row in place. */
function unfilter(kind: number, line: Uint8Array, before: Uint8Array, step: number): void {
  if (kind > 4) throw damaged('a row has an unknown filter')
  if (kind === 0) return
  for (let index = 0; index < line.length; index++) {
    const left = index >= step ? line[index - step]! : 0
    const up = before[index]!
    const corner = index >= step ? before[index - step]! : 0
    const guess = kind === 1 ? left : kind === 2 ? up : kind === 3 ? (left + up) >> 1 : nearestOf(left, up, corner)
    line[index] = line[index]! + guess
  }
}

/** The predictor of Paeth. */
function nearestOf(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner
}

type PixelWriter = (line: Uint8Array, column: number, pixels: Uint8Array, at: number) => void

function pixelWriter({ depth, colour }: PngHead, { palette, opacity }: Colours): PixelWriter {
  const { samples } = colourTypes[colour]!
  const sampleAt = (line: Uint8Array, index: number): number => {
    if (depth === 8) return line[index]!
    if (depth === 16) return (line[index * 2]! << 8) | line[index * 2 + 1]!
    const bit = index * depth
    return (line[bit >> 3]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
  }
  // Sixteen bits keep their upper half; fewer than eight are spread over the whole range.
  const toByte = (sample: number): number => (depth === 16 ? sample >> 8 : (sample * 255) / ((1 << depth) - 1))
  if (colour === 3) {
    if (!palette || palette.length % 3 !== 0) throw damaged('it has no palette')
    return (line, column, pixels, at) => {
      const index = sampleAt(line, column)
      if (index * 3 >= palette.length) throw damaged('a colour is outside of its palette')
      pixels.set(palette.subarray(index * 3, index * 3 + 3), at)
      pixels[at + 3] = opacity?.[index] ?? 255
    }
  }
  if (depth === 8 && samples >= 3 && !opacity)
    return (line, column, pixels, at) => {
      const from = column * samples
      for (let part = 0; part < 3; part++) pixels[at + part] = line[from + part]!
      pixels[at + 3] = samples === 4 ? line[from + 3]! : 255
    }
  const isGrey = samples < 3
  const clear = opacity && Array.from({ length: samples }, (_, index) => opacity.readUInt16BE(index * 2))
  return (line, column, pixels, at) => {
    const read = Array.from({ length: samples }, (_, index) => sampleAt(line, column * samples + index))
    const [red = 0, green = 0, blue = 0] = isGrey ? [read[0], read[0], read[0]] : read
    pixels[at] = toByte(red)
    pixels[at + 1] = toByte(green)
    pixels[at + 2] = toByte(blue)
    const hasOpacity = samples === 2 || samples === 4
    pixels[at + 3] = hasOpacity
      ? toByte(read[samples - 1]!)
      : clear?.every((sample, index) => sample === read[index])
        ? 0
        : 255
  }
}

/** Writes the pixels as a PNG file and nothing else: no text, no time, no profile. */
export const writePng = (picture: Bitmap): Buffer => writeFile(picture, 4)

/** Writes the picture on white, without opacity, as paper shows it. */
export function writeOpaquePng({ width, height, pixels }: Bitmap): Buffer {
  const flat = new Uint8Array(width * height * 3)
  for (let index = 0; index < width * height; index++) {
    const opacity = pixels[index * 4 + 3]!
    for (let part = 0; part < 3; part++)
      flat[index * 3 + part] = Math.round((pixels[index * 4 + part]! * opacity + 255 * (255 - opacity)) / 255)
  }
  return writeFile({ width, height, pixels: flat }, 3)
}

function writeFile({ width, height, pixels }: Bitmap, samples: 3 | 4): Buffer {
  const length = width * samples
  const raw = Buffer.alloc(height * (length + 1))
  for (let row = 0; row < height; row++)
    raw.set(pixels.subarray(row * length, (row + 1) * length), row * (length + 1) + 1)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, samples === 3 ? 2 : 6, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
