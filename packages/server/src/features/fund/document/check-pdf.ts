// Decides whether an uploaded file is a PDF that shows pages and does nothing else. It searches for what a viewer would
// act on, also where it is written with escapes or packed into streams. It is no virus scanner: what it cannot look
// into it refuses (docs/decisions/0088-documents-and-logos.md).
import { Readable } from 'node:stream'
import { createInflate, type Inflate } from 'node:zlib'

/** Why a file is refused. */
export type PdfFault =
  | { readonly kind: 'not-pdf' }
  | { readonly kind: 'active'; readonly what: string }
  | { readonly kind: 'unchecked'; readonly reason: string }

/** Names of the format that make a viewer act, with what they are in plain words. */
const activeNames: Readonly<Record<string, string>> = {
  JavaScript: 'a script',
  Launch: 'an action that starts a program',
  EmbeddedFile: 'another file',
  EmbeddedFiles: 'another file',
  FileAttachment: 'another file',
  RichMedia: 'a video, sound or animation',
  Movie: 'a video, sound or animation',
  Sound: 'a video, sound or animation',
  Rendition: 'a video, sound or animation',
  '3DD': 'a three-dimensional scene',
  SubmitForm: 'a form that sends what is entered',
  ImportData: 'a form that reads other files',
  XFA: 'a form that is a program of its own',
  GoToR: 'a link that opens another file',
  GoToE: 'a link that opens another file',
}

const locked = 'it is protected by a password.'
const packed = 'a part of it is packed in an unusual way.'
const damaged = 'a part of it is damaged.'
const crowded = 'it has more than 20,000 parts.'
const huge = 'it unpacks to more than 256 MB.'
const nested = 'its parts lie inside one another.'
const mostStreams = 20_000
const mostUnpacked = 256 * 1024 ** 2
/**
 * Streams lie side by side, so that together they are no longer than the file. Where each contains all that follow,
 * 10 MB are 37 GB to unpack, with nothing in them. The least leaves room for other bytes that look like packed ones.
 */
const mostTimesRead = 4
const leastRead = 16 * 1024 ** 2

/** Each letter of a name may be written as `#` and its code: `/J#61vaScript` is `/JavaScript`. */
const escaped = (name: string): string =>
  Array.from(name, (letter) => {
    const code = letter.charCodeAt(0).toString(16)
    return `(?:${letter}|#${code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
  }).join('')

/** A name ends with white space, a delimiter, or the text. */
const nameOf = (names: readonly string[]): RegExp =>
  new RegExp(String.raw`/(${names.map(escaped).join('|')})(?=[\0\t\n\f\r ()<>[\]{}/%]|$)`)
const active = nameOf(Object.keys(activeNames))
const encrypted = nameOf(['Encrypt'])
const objects = nameOf(['ObjStm'])
const flate = nameOf(['FlateDecode'])
/** Longer than a name with all its letters escaped. */
const longestName = 64

/** Returns what is wrong with a file, or undefined for a PDF that only shows pages. Throws the reason of `signal`. */
export async function checkPdf(bytes: Buffer, signal?: AbortSignal): Promise<PdfFault | undefined> {
  const text = bytes.toString('latin1')
  if (!isWhole(text)) return { kind: 'not-pdf' }
  const fault = findFault(text)
  if (fault) return fault
  if (encrypted.test(text)) return { kind: 'unchecked', reason: locked }
  const streams: PackedStream[] = []
  let before = 0
  for (const { index, 0: word } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const start = index + word.length
    if (streams.length === mostStreams) return { kind: 'unchecked', reason: crowded }
    const between = text.slice(before, index)
    if (!isReadable(between)) return { kind: 'unchecked', reason: packed }
    streams.push({ start, isFlate: flate.test(between) })
    before = start
  }
  return searchStreams(bytes, streams, signal)
}

/** The head is the first thing in the file, and behind the last end there is only white space. */
const isWhole = (text: string): boolean => /^%PDF-[12]\.\d/.test(text) && /%%EOF[\0\s]*$/.test(text.slice(-1024))

function findFault(text: string): PdfFault | undefined {
  const name = active.exec(text)?.[1]
  return name === undefined ? undefined : { kind: 'active', what: activeNames[plain(name)] ?? 'something active' }
}

const plain = (text: string): string =>
  text.replaceAll(/#([0-9a-fA-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * Objects that are packed into a stream are looked into where it is packed by Flate alone, or not at all. `between` is
 * everything since the previous stream began, so that nothing in a comment hides the dictionary.
 */
function isReadable(between: string): boolean {
  if (!objects.test(between)) return true
  const dictionary = plain(between)
  if (/\/Predictor\b/.test(dictionary)) return false
  return (
    !/\/Filter\b/.test(dictionary) || /\/Filter\s*(?:\/FlateDecode(?=[\s/>])|\[\s*\/FlateDecode\s*\])/.test(dictionary)
  )
}

interface PackedStream {
  readonly start: number
  /** Its dictionary says that Flate packs it. */
  readonly isFlate: boolean
}

/** Unpacks every stream that Flate packs, whatever its dictionary says it is, and searches it piece by piece. */
async function searchStreams(
  bytes: Buffer,
  streams: readonly PackedStream[],
  signal: AbortSignal | undefined,
): Promise<PdfFault | undefined> {
  let left = mostUnpacked
  let leftPacked = Math.max(mostTimesRead * bytes.length, leastRead)
  for (const { start, isFlate } of streams) {
    signal?.throwIfAborted()
    // Without the two bytes that Flate begins with, it was searched as it is in the file.
    if (start + 2 > bytes.length || (bytes[start]! & 0x0f) !== 8 || bytes.readUInt16BE(start) % 31 !== 0) continue
    let carried = ''
    const unpacked = createInflate({ chunkSize: 1 << 18 })
    const isStopped = (): boolean => signal?.aborted === true || unpacked.bytesWritten > leftPacked
    Readable.from(piecesOf(bytes.subarray(start), unpacked, isStopped), { highWaterMark: 1 }).pipe(unpacked)
    try {
      for await (const piece of unpacked as AsyncIterable<Buffer>) {
        left -= piece.length
        if (left < 0) return { kind: 'unchecked', reason: huge }
        const text = carried + piece.toString('latin1')
        const fault = findFault(text)
        if (fault) return fault
        carried = text.slice(-longestName)
      }
    } catch {
      signal?.throwIfAborted()
      if (isStopped()) return { kind: 'unchecked', reason: nested }
      // A viewer shows what it could unpack until then, which is lost here. Other bytes only look like packed ones.
      if (isFlate) return { kind: 'unchecked', reason: damaged }
      // The piece that failed is not in the count; it is no longer than those before it, or the first.
      leftPacked -= unpacked.bytesWritten + shortestPiece
    } finally {
      leftPacked -= unpacked.bytesWritten
      unpacked.destroy()
    }
  }
  return undefined
}

const shortestPiece = 1 << 10
const longestPiece = 1 << 16

/** Short pieces first: most streams are short. What is stopped may unpack nothing for long, so it is stopped here. */
function* piecesOf(bytes: Buffer, unpacked: Inflate, isStopped: () => boolean): Generator<Buffer> {
  let at = 0
  for (let length = shortestPiece; at < bytes.length; length = Math.min(length * 2, longestPiece)) {
    if (isStopped()) {
      unpacked.destroy(new Error('It was stopped.'))
      return
    }
    yield bytes.subarray(at, at + length)
    at += length
  }
}
