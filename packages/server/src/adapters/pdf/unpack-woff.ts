// Converts a web font file (WOFF 1.0) to the plain font (sfnt) packed in it. Read packed, each letter would unpack its
// whole table again. Source: W3C, WOFF File Format 1.0, sections 3 to 5; OpenType, "Organization of an OpenType Font".
import { inflateSync } from 'node:zlib'

const woffSignature = 0x774f4646
const woffHead = 44
const woffEntry = 20
const head = 12
const entry = 16

const padded = (length: number): number => (length + 3) & ~3

/** Throws when the bytes are not a WOFF file. */
export function unpackWoff(packed: Buffer): Buffer {
  if (packed.readUInt32BE(0) !== woffSignature) throw new Error('The font is no WOFF file.')
  const count = packed.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_table, index) => {
    const at = woffHead + index * woffEntry
    const [offset, packedLength, length] = [
      packed.readUInt32BE(at + 4),
      packed.readUInt32BE(at + 8),
      packed.readUInt32BE(at + 12),
    ]
    const bytes = packed.subarray(offset, offset + packedLength)
    return {
      tag: packed.subarray(at, at + 4),
      checksum: packed.subarray(at + 16, at + 20),
      content: packedLength < length ? inflateSync(bytes) : bytes,
      length,
    }
  })
  const font = Buffer.alloc(tables.reduce((size, { length }) => size + padded(length), head + count * entry))
  // Numbers for a binary search over the tables: the largest power of 2 within their count.
  const power = Math.floor(Math.log2(count))
  packed.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(2 ** power * 16, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE((count - 2 ** power) * 16, 10)
  let offset = head + count * entry
  for (const [index, { tag, checksum, content, length }] of tables.entries()) {
    if (content.length !== length) throw new Error(`The table ${tag.toString('latin1')} of the font is not whole.`)
    const at = head + index * entry
    tag.copy(font, at)
    checksum.copy(font, at + 4)
    font.writeUInt32BE(offset, at + 8)
    font.writeUInt32BE(length, at + 12)
    content.copy(font, offset)
    offset += padded(length)
  }
  return font
}
