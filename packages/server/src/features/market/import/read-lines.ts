// Reads a text file, plain or gzip, line by line in batches, never holding more than a part of it. Independent of
// columns. The text is UTF-8, UTF-16 or Latin-1; line ends may be LF or CRLF; the last line needs none.
import { toError } from '../../../kernel/to-error.ts'
import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { isGzip, judgeContent, type TextEncoding } from './file-content.ts'
import { usualLimits, type UnpackingLimits } from './import-limits.ts'

/** No table has a line longer than this. */
const longestLine = 65_536
/** Line numbers are stored as database integers. */
const maxImportLines = 2_000_000_000

/** Thrown when the file could not be read to its end; none of it may be used. */
export class UnreadableFile extends Error {}

export interface LineBatch {
  /** The number of the first line of the batch; the file's first line is 1. */
  readonly firstLine: number
  readonly lines: readonly string[]
  /** Bytes of the file read so far (compressed bytes, for a compressed file). */
  readonly bytesRead: number
}

/**
 * Yields all lines in order. Throws UnreadableFile on a damaged archive, on a line of more than 64 KB, and as soon as a
 * file unpacks to more than `limits` allow.
 */
export async function* readLines(
  path: string,
  limits: UnpackingLimits = usualLimits.unpacking,
): AsyncGenerator<LineBatch> {
  const file = createReadStream(path, { highWaterMark: 1 << 17 })
  let unpacked = 0
  let decode: ((bytes: Buffer) => string) | undefined
  let rest = ''
  let firstLine = 1
  try {
    for await (const chunk of unpackedBytes(file)) {
      unpacked += chunk.length
      refuseTooMuch(unpacked, file.bytesRead, limits)
      decode ??= decoderOf(chunk)
      const lines = (rest + decode(chunk)).split('\n')
      rest = lines.pop()!
      if (rest.length > longestLine)
        throw new UnreadableFile(
          `Line ${firstLine + lines.length} is longer than 64 KB; this is not a table of prices.`,
        )
      if (lines.length === 0) continue
      yield { firstLine, lines: trimmed(lines, firstLine), bytesRead: file.bytesRead }
      firstLine += lines.length
      if (firstLine > maxImportLines)
        throw new UnreadableFile(
          `The file has more than ${maxImportLines.toLocaleString('en-US')} lines. Cut it into smaller ones.`,
        )
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`The file could not be read to its end: ${toError(error).message}.`)
  } finally {
    file.destroy()
  }
  if (rest !== '') yield { firstLine, lines: trimmed([rest], firstLine), bytesRead: file.bytesRead }
}

function refuseTooMuch(
  unpacked: number,
  packed: number,
  { mostBytes, mostTimesPacked, freeBytes }: UnpackingLimits,
): void {
  if (unpacked > mostBytes)
    throw new UnreadableFile(
      `The file holds more than ${Math.round(mostBytes / 1024 ** 3)} GB. Cut it into smaller ones.`,
    )
  if (unpacked > freeBytes && unpacked > mostTimesPacked * packed) {
    throw new UnreadableFile(
      `The archive unpacks to more than ${mostTimesPacked} times its size, which no table of prices does.`,
    )
  }
}

/** Removes carriage returns, and the byte order mark that some spreadsheets write first. */
function trimmed(lines: string[], firstLine: number): string[] {
  if (firstLine === 1 && lines[0]!.startsWith('\uFEFF')) lines[0] = lines[0]!.slice(1)
  if (lines[0]!.endsWith('\r')) return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  return lines
}

/** Yields the file's bytes, unpacked when its first two are those of a gzip archive. */
async function* unpackedBytes(file: Readable): AsyncGenerator<Buffer> {
  const pieces: AsyncIterator<Buffer> = file[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done === true) return
  const start: Buffer = first.value
  async function* whole(): AsyncGenerator<Buffer> {
    yield start
    for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) yield piece.value
  }
  if (!isGzip(start)) yield* whole()
  else yield* pipeline(whole, createGunzip({ chunkSize: 1 << 18 }), () => undefined) as AsyncIterable<Buffer>
}

/** Returns what turns the bytes of a text into letters. Throws UnreadableFile when its first bytes are no text. */
function decoderOf(start: Buffer): (bytes: Buffer) => string {
  const content = judgeContent(start)
  if ('name' in content) throw new UnreadableFile(notATable(content.name))
  return content.encoding === 'utf-8' ? utf8Decoder() : otherDecoder(content.encoding)
}

export const notATable = (name: string): string =>
  `The file seems to be ${name}. Export the table as CSV text and import that.`

function utf8Decoder(): (bytes: Buffer) => string {
  const decoder = new StringDecoder('utf8')
  return (bytes) => decoder.write(bytes)
}

function otherDecoder(encoding: TextEncoding): (bytes: Buffer) => string {
  const decoder = new TextDecoder(encoding)
  return (bytes) => decoder.decode(bytes, { stream: true })
}

/** Returns the fields of a line; quoted fields may contain the delimiter and doubled quotes. */
export function splitFields(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let index = 0; index < line.length; index++) {
    const letter = line[index]!
    if (letter === '"') {
      if (isQuoted && line[index + 1] === '"') field += line[++index]!
      else isQuoted = !isQuoted
    } else if (letter === delimiter && !isQuoted) {
      fields.push(field)
      field = ''
    } else field += letter
  }
  fields.push(field)
  return fields
}
