// Turns the bytes of a file into text: UTF-8 with or without a byte order mark, UTF-16, windows-1252. The encoding is
// decided from the whole file before anything of it is read, because a single byte far below may decide it. What is
// text in none of them is refused; no character is replaced.
import { isAscii } from 'node:buffer'
import { StatementFileError } from './statement-file-error.ts'
import type { StatementSource } from './statement-source.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const signatures: readonly (readonly [bytes: string, name: string])[] = [
  ['%PDF', 'a PDF document'],
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook (xls) or another Office document'],
  ['PK\x03\x04', 'a zip archive or an Excel workbook (xlsx)'],
  ['PK\x05\x06', 'an empty zip archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
  ['BZh', 'a bzip2 archive'],
  ['\xfd7zXZ', 'an xz archive'],
  ['\x28\xb5\x2f\xfd', 'a Zstandard archive'],
  ['SQLite format 3', 'an SQLite database'],
  ['\x7fELF', 'a program'],
  ['MZ\x90', 'a program'],
]

/** As many characters at the start of a file as are judged for binary data. */
const judgedCharacters = 65_536
const mostControlShare = 0.01

/**
 * Reads the whole file once and returns its encoding. Refuses an empty file, other content than text, text that is
 * broken or in two encodings at once, and a file that ends within a character.
 */
export async function findEncoding(source: StatementSource): Promise<TextEncoding> {
  const head = await readStart(source, 512)
  if (head.length === 0) throw new StatementFileError('emptyFile', 'The file is empty. Export the statement again.')
  const signature = signatures.find(([bytes]) => startsWith(head, bytes))
  if (signature) throw notAStatement(signature[1])
  const stated = statedEncoding(head)
  const encoding = stated ?? (await encodingWithoutMark(source))
  await checkText(source, encoding)
  return encoding
}

/** Returns the text of a file in pieces, without its byte order mark. */
export async function* decodeText(source: StatementSource, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of source()) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

function notAStatement(name: string): StatementFileError {
  return new StatementFileError(
    'notAStatement',
    `This is ${name}, not a statement file. Export the statement as CSV, XML or OFX.`,
  )
}

function startsWith(head: Uint8Array, bytes: string): boolean {
  return Buffer.from(head.subarray(0, bytes.length)).equals(Buffer.from(bytes, 'latin1'))
}

async function readStart(source: StatementSource, bytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of source()) {
    parts.push(chunk)
    length += chunk.length
    if (length >= bytes) break
  }
  return Buffer.concat(parts).subarray(0, bytes)
}

function statedEncoding(head: Uint8Array): TextEncoding | null {
  if (startsWith(head, '\xef\xbb\xbf')) return 'utf-8'
  if (startsWith(head, '\xff\xfe')) return 'utf-16le'
  if (startsWith(head, '\xfe\xff')) return 'utf-16be'
  // In UTF-16 without a byte order mark every other byte of plain text is NUL.
  const nuls: [number, number] = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) nuls[index % 2 === 0 ? 0 : 1]++
  if (head.length < 8) return null
  if (nuls[1] > head.length * 0.4 && nuls[0] === 0) return 'utf-16le'
  if (nuls[0] > head.length * 0.4 && nuls[1] === 0) return 'utf-16be'
  return null
}

/** UTF-8 if the whole file is; windows-1252 if it has no character of UTF-8 beyond ASCII. A mixture is refused. */
async function encodingWithoutMark(source: StatementSource): Promise<TextEncoding> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const lenient = new TextDecoder('utf-8')
  let isUtf8 = true
  let characters = 0
  for await (const chunk of source()) {
    if (isUtf8) {
      try {
        strict.decode(chunk, { stream: true })
      } catch {
        isUtf8 = false
      }
    }
    // A decoder that is in the middle of a character has to see the next chunk even if that is plain ASCII.
    const text = lenient.decode(chunk, { stream: true })
    if (!isAscii(chunk)) characters += text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  }
  if (isUtf8) return 'utf-8'
  if (characters === 0) return 'windows-1252'
  throw new StatementFileError(
    'brokenEncoding',
    'Some characters of the file are UTF-8 and others are not. Export it again as UTF-8, and do not join ' +
      'files of different programs.',
  )
}

/** Decodes the whole file strictly and judges its start. */
async function checkText(source: StatementSource, encoding: TextEncoding): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let head = ''
  let hasText = false
  let hasNul = false
  for await (const chunk of source()) {
    const text = decodeStrictly(() => decoder.decode(chunk, { stream: true }))
    if (encoding === 'windows-1252' && /[\u0080-\u009f]/.test(text)) throw brokenEncoding()
    // One far below is no sign of binary data, but no text has it and the database does not store it.
    hasNul ||= text.includes('\0')
    if (head.length < judgedCharacters) head += text.slice(0, judgedCharacters - head.length)
    hasText ||= text.trim() !== ''
  }
  try {
    decoder.decode()
  } catch {
    throw new StatementFileError(
      'cutOff',
      'The file ends in the middle of a character: its end is missing. Export the statement again.',
    )
  }
  if (!hasText) throw new StatementFileError('emptyFile', 'The file has no text. Export the statement again.')
  if (/^\s*<(!doctype html|html)/i.test(head)) throw notAStatement('a web page')
  const firstLine = head.split(/\r?\n/, 1)[0] ?? ''
  if (countControls(firstLine) > 0 || countControls(head) > head.length * mostControlShare)
    throw notAStatement('binary data')
  if (hasNul) throw brokenEncoding()
}

function decodeStrictly(decode: () => string): string {
  try {
    return decode()
  } catch {
    throw brokenEncoding()
  }
}

function brokenEncoding(): StatementFileError {
  return new StatementFileError(
    'brokenEncoding',
    'Some characters of the file cannot be read in any known encoding. Export it again as UTF-8.',
  )
}

/** Counts control characters that are no white space. */
const countControls = (text: string): number => text.match(/[^\P{Cc}\s]/gu)?.length ?? 0
