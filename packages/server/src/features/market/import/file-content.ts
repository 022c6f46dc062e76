// Tells text from other content by the first bytes of a file, and names what the other content seems to be. Uploads are
// untrusted: only these bytes count, never a file's name.
import { isUtf8 } from 'node:buffer'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** As many bytes of a file as are judged. */
const judgedBytes = 65_536
/** A table has no control characters; a damaged line may have a few. */
const mostControlShare = 0.01

const signatures: readonly (readonly [bytes: string, name: string])[] = [
  ['%PDF', 'a PDF document'],
  ['PAR1', 'a Parquet file'],
  ['ARROW1', 'an Arrow file'],
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook (xls) or another Office document'],
  ['PK\x03\x04', 'a zip archive'],
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

const startsWith = (head: Buffer, bytes: string): boolean =>
  head.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1'))

export const isZip = (head: Buffer): boolean => startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06')
export const isGzip = (head: Buffer): boolean => startsWith(head, '\x1f\x8b')

/**
 * Returns the encoding of a text, or the name of what the content seems to be instead: `{ name: 'a PDF document' }`.
 */
export function judgeContent(start: Buffer): { readonly encoding: TextEncoding } | { readonly name: string } {
  const head = start.subarray(0, judgedBytes)
  const signature = signatures.find(([bytes]) => startsWith(head, bytes))
  if (signature) return { name: signature[1] }
  const encoding = encodingOf(head)
  const text = new TextDecoder(encoding).decode(head)
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) return { name: 'a web page or an XML document' }
  const line = text.split(/\r?\n/, 1)[0]!
  const isBinary = countControls(line) > 0 || countControls(text) > text.length * mostControlShare
  return isBinary ? { name: 'binary data' } : { encoding }
}

/** Counts control characters that are no white space. */
const countControls = (text: string): number => text.match(/[^\P{Cc}\s]/gu)?.length ?? 0

function encodingOf(head: Buffer): TextEncoding {
  if (startsWith(head, '\xff\xfe')) return 'utf-16le'
  if (startsWith(head, '\xfe\xff')) return 'utf-16be'
  // In UTF-16 without a byte order mark every other byte of plain text is NUL.
  const sample = head.subarray(0, 512)
  const nuls = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) nuls[index % 2]!++
  if (sample.length >= 8 && nuls[1]! > sample.length * 0.4 && nuls[0] === 0) return 'utf-16le'
  if (sample.length >= 8 && nuls[0]! > sample.length * 0.4 && nuls[1] === 0) return 'utf-16be'
  // The block may end within a character.
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut))) ? 'utf-8' : 'windows-1252'
}
