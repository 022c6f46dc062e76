// Logos from uploaded pictures: every kind of PNG is decoded to the pixels that a viewer shows, and what is stored has
// the pixels only. Whatever is no sound picture is refused.
import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'jpeg-js'
import { describe, expect, test } from 'vitest'
import { inspectPicture, makeLogo, shrink } from './logo.ts'
import { PictureFault, readPng, writeOpaquePng, writePng, type Bitmap } from './png.ts'

const random = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31

function makePicture(width: number, height: number, seed = 7): Bitmap {
  const next = random(seed)
  return { width, height, pixels: Uint8Array.from({ length: width * height * 4 }, () => Math.floor(next() * 256)) }
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length)
  frame.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)])
}

interface PngParts {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
  readonly interlace?: number
  /** Rows with their filter byte. */
  readonly raw: Buffer
  readonly before?: readonly Buffer[]
  readonly after?: readonly Buffer[]
}

function png({ width, height, depth, colour, interlace = 0, raw, before = [], after = [] }: PngParts): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour, 0, 0, interlace], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...before,
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
    ...after,
  ])
}

const pixelsOf = (bytes: Buffer) => [...readPng(bytes).pixels]

describe('a PNG', () => {
  test('is read as it was written', () => {
    const picture = makePicture(13, 9)
    expect(readPng(writePng(picture))).toEqual(picture)
  })
  test('has the pixels of its black and white bits, its greys and its palette', () => {
    const bits = png({ width: 3, height: 1, depth: 1, colour: 0, raw: Buffer.from([0, 0b1010_0000]) })
    expect(pixelsOf(bits)).toEqual([255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255])
    const greys = png({ width: 2, height: 1, depth: 4, colour: 0, raw: Buffer.from([0, 0x3c]) })
    expect(pixelsOf(greys)).toEqual([51, 51, 51, 255, 204, 204, 204, 255])
    const palette = png({
      width: 3,
      height: 1,
      depth: 2,
      colour: 3,
      raw: Buffer.from([0, 0b00_01_10_00]),
      before: [chunk('PLTE', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9])), chunk('tRNS', Buffer.from([0, 128]))],
    })
    expect(pixelsOf(palette)).toEqual([1, 2, 3, 0, 4, 5, 6, 128, 7, 8, 9, 255])
  })
  test('has the upper halves of sixteen bits, and one colour that is clear', () => {
    const wide = png({ width: 1, height: 1, depth: 16, colour: 4, raw: Buffer.from([0, 0x12, 0x34, 0xab, 0xcd]) })
    expect(pixelsOf(wide)).toEqual([0x12, 0x12, 0x12, 0xab])
    const clear = png({
      width: 2,
      height: 1,
      depth: 8,
      colour: 2,
      raw: Buffer.from([0, 9, 8, 7, 9, 8, 6]),
      before: [chunk('tRNS', Buffer.from([0, 9, 0, 8, 0, 7]))],
    })
    expect(pixelsOf(clear)).toEqual([9, 8, 7, 0, 9, 8, 6, 255])
  })
  test('is unfiltered: left, up, mean and Paeth', () => {
    const rows = [
      [1, 10, 5, 5],
      [2, 1, 1, 1],
      [3, 10, 10, 10],
      [4, 1, 2, 3],
    ]
    const raw = Buffer.from(rows.flat())
    const grey = png({ width: 3, height: 4, depth: 8, colour: 0, raw })
    const values = pixelsOf(grey).filter((_, index) => index % 4 === 0)
    // By hand: 10 15 20 / 11 16 21 / 15 25 33 / 16 27 36.
    expect(values).toEqual([10, 15, 20, 11, 16, 21, 15, 25, 33, 16, 27, 36])
  })
  test('is put together from its seven passes when it is interlaced', () => {
    // 3 x 3, every grey its place: the passes of a picture this small have 1, 0, 0, 1, 2, 2 and 3 points.
    const passes = [[[0]], [[2]], [[6, 8]], [[1], [7]], [[3, 4, 5]]]
    const raw = Buffer.from(passes.flatMap((pass) => pass.flatMap((row) => [0, ...row.map((value) => value * 10)])))
    const picture = png({ width: 3, height: 3, depth: 8, colour: 0, interlace: 1, raw })
    expect(pixelsOf(picture).filter((_, index) => index % 4 === 0)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80])
  })
  test('is written without opacity on white', () => {
    const half = { width: 1, height: 1, pixels: Uint8Array.from([0, 100, 200, 51]) }
    expect(pixelsOf(writeOpaquePng(half))).toEqual([204, 224, 244, 255])
  })
})

describe('what is no sound picture', () => {
  const one = { width: 1, height: 1, depth: 8, colour: 0, raw: Buffer.from([0, 1]) }
  test.each([
    ['bytes behind its end', png({ ...one, after: [Buffer.from('PK\u0003\u0004')] })],
    ['a part behind its end', png({ ...one, after: [chunk('teXt', Buffer.from('x'))] })],
    ['too few pixels', png({ ...one, raw: Buffer.from([0]) })],
    ['pixels that unpack to far more than its size', png({ ...one, raw: Buffer.alloc(50_000_000) })],
    ['a filter that does not exist', png({ ...one, raw: Buffer.from([9, 1]) })],
    ['a colour outside of its palette', png({ ...one, colour: 3, before: [chunk('PLTE', Buffer.from([1, 2, 3]))] })],
    ['no palette', png({ ...one, colour: 3 })],
    ['a depth that its kind does not have', png({ ...one, depth: 16, colour: 3 })],
    ['an unknown part that a reader must understand', png({ ...one, before: [chunk('EVIL', Buffer.alloc(1))] })],
    [
      'a wrong checksum',
      Buffer.from(
        png(one)
          .toString('hex')
          .replace(/(49444154.*?)(..)(....)$/, '$1ff$3'),
        'hex',
      ),
    ],
    ['its second half missing', png(one).subarray(0, 40)],
    ['no height', png({ ...one, height: 0 })],
  ])('is refused: a PNG with %s', (_what, bytes) => {
    expect(() => readPng(bytes)).toThrow(PictureFault)
  })
  test.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a moving picture', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')],
    ['a program', Buffer.from('MZ\u0090\u0000', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['a PNG of a million by a million points', png({ ...one, width: 1_000_000, height: 1_000_000 })],
    ['the head of a PNG alone', png(one).subarray(0, 12)],
    ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ])('is refused before it is decoded: %s', (_what, bytes) => {
    expect(() => inspectPicture(bytes)).toThrow(PictureFault)
  })
  test('is refused before it is decoded: a JPEG with more layers than pictures have', () => {
    const jpeg = encode({ ...makePicture(8, 8), data: makePicture(8, 8).pixels }, 80).data
    const scans = Buffer.concat(Array.from({ length: 40 }, () => Buffer.from([0xff, 0xda])))
    inspectPicture(jpeg)
    expect(() => inspectPicture(Buffer.concat([jpeg, scans]))).toThrow('It has too many layers.')
  })
})

describe('a logo', () => {
  test('is a PNG of the pixels alone: nothing else of the file is kept', () => {
    const picture = makePicture(20, 10)
    const noted = writePng(picture)
    const withText = Buffer.concat([
      noted.subarray(0, 33),
      chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
      chunk('eXIf', Buffer.from('GPS 47.37 N 8.54 E')),
      noted.subarray(33),
    ])
    inspectPicture(withText)
    expect(makeLogo(withText).equals(noted)).toBe(true)
  })
  test('of a JPEG is a PNG without its comments', () => {
    const { pixels, ...size } = { width: 64, height: 32, pixels: Buffer.alloc(64 * 32 * 4, 200) }
    const jpeg = encode({ ...size, data: pixels, comments: ['<script>alert(1)</script>'] }, 95).data
    expect(jpeg.includes('<script>')).toBe(true)
    inspectPicture(jpeg)
    const logo = makeLogo(jpeg)
    expect(logo.includes('<script>')).toBe(false)
    const read = readPng(logo)
    expect([read.width, read.height]).toEqual([64, 32])
    expect(Math.abs(read.pixels[0]! - 200)).toBeLessThan(4)
  })
  test('that is larger than a page needs is made smaller by the mean of its points', () => {
    const pixels = Uint8Array.from({ length: 1200 * 480 * 4 }, (_, index) =>
      index % 4 === 3 ? 255 : Math.floor(index / 4) % 2 === 0 ? 100 : 200,
    )
    const small = shrink({ width: 1200, height: 480, pixels })
    expect([small.width, small.height]).toEqual([600, 240])
    expect([...small.pixels.subarray(0, 4)]).toEqual([150, 150, 150, 255])
  })
})
