// Makes a logo from an uploaded picture: the file is decoded to pixels, made smaller, and written as a new PNG. Nothing
// else of the uploaded file is kept: no place and time of a photograph, no comment, no archive behind its end.
import { decode } from 'jpeg-js'
import { checkSize, isPng, PictureFault, readPng, writePng, type Bitmap } from './png.ts'

/** The largest that a page shows, at twice its points. */
const mostWidth = 600
const mostHeight = 240
/** A usual progressive JPEG has about ten; each costs a pass over all pixels. */
const mostScans = 30

/**
 * Throws `PictureFault` for what is neither a PNG nor a JPEG, or has too many pixels: cheap, without decoding it.
 */
export function inspectPicture(bytes: Buffer): void {
  if (isPng(bytes)) {
    if (bytes.length < 33) throw new PictureFault('It is cut off.')
    checkSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  } else if (isJpeg(bytes)) inspectJpeg(bytes)
  else throw new PictureFault('It is neither a PNG nor a JPEG picture.')
}

/** Returns the PNG file of a logo. Throws for a damaged picture. Takes up to a second: runs in a thread. */
export const makeLogo = (bytes: Buffer): Buffer => writePng(shrink(isPng(bytes) ? readPng(bytes) : readJpeg(bytes)))

const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** Walks the segments in front of the first scan for the size, and counts the scans. */
function inspectJpeg(bytes: Buffer): void {
  let at = 2
  let hasSize = false
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new PictureFault('It is damaged.')
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) {
      if (marker > 0xc2) throw new PictureFault('It is a kind of JPEG that browsers do not show.')
      if (hasSize || at + 9 > bytes.length) throw new PictureFault('It is damaged.')
      checkSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
      hasSize = true
    }
    if (marker === 0xda) break
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  if (!hasSize) throw new PictureFault('It is damaged.')
  let scans = 0
  for (let found = bytes.indexOf(scanMarker); found >= 0; found = bytes.indexOf(scanMarker, found + 2)) scans++
  if (scans > mostScans) throw new PictureFault('It has too many layers.')
}

const scanMarker = Buffer.from([0xff, 0xda])

function readJpeg(bytes: Buffer): Bitmap {
  const { width, height, data } = decode(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    tolerantDecoding: false,
    maxResolutionInMP: 4,
    maxMemoryUsageInMB: 128,
  })
  return { width, height, pixels: data }
}

/** Makes a picture fit by the mean of the points that fall together, weighted by their opacity. */
export function shrink(picture: Bitmap): Bitmap {
  const scale = Math.min(1, mostWidth / picture.width, mostHeight / picture.height)
  if (scale === 1) return picture
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    const rows = spanOf(y, height, picture.height)
    for (let x = 0; x < width; x++)
      pixels.set(meanOf(picture, spanOf(x, width, picture.width), rows), (y * width + x) * 4)
  }
  return { width, height, pixels }
}

type Span = readonly [from: number, to: number]

const spanOf = (index: number, of: number, all: number): Span => {
  const from = Math.floor((index * all) / of)
  return [from, Math.max(from + 1, Math.floor(((index + 1) * all) / of))]
}

function meanOf({ width, pixels }: Bitmap, [left, right]: Span, [top, bottom]: Span): readonly number[] {
  let [red, green, blue, opacity] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4
      const weight = pixels[at + 3]!
      red += pixels[at]! * weight
      green += pixels[at + 1]! * weight
      blue += pixels[at + 2]! * weight
      opacity += weight
    }
  const weighed = Math.max(1, opacity)
  const count = (right - left) * (bottom - top)
  return [red / weighed, green / weighed, blue / weighed, opacity / count].map((mean) => Math.round(mean))
}
