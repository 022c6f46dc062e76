// Reads the directory at the end of a zip archive: names, sizes and checksums of its entries, before any is unpacked.
// Source: APPNOTE.TXT, "Central directory structure".
import { open, type FileHandle } from 'node:fs/promises'
import { UnreadableFile } from './read-lines.ts'

export interface ArchiveEntry {
  readonly name: string
  readonly checksum: number
  readonly isProtected: boolean
}

const endBytes = 22
const longestComment = 65_535
const entryBytes = 46
const endMark = 0x06_05_4b_50
const entryMark = 0x02_01_4b_50
const absent = 0xff_ff_ff_ff
/** 500 entries with names of 64 KB do not reach it. */
const largestDirectory = 64 * 1024 ** 2

const damaged = 'The archive could not be read to its end: its directory is missing or damaged. Pack it again.'

/** Returns the entries in the order of the directory. Throws UnreadableFile when there are more than `mostEntries`. */
export async function readArchiveDirectory(path: string, mostEntries: number): Promise<ArchiveEntry[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const tail = await bytesAt(file, Math.max(0, size - endBytes - longestComment), endBytes + longestComment)
    const end = tail.subarray(tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06])))
    if (end.length < endBytes || end.readUInt32LE(0) !== endMark) throw new UnreadableFile(damaged)
    const [count, byteCount, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
    if (count > mostEntries)
      throw new UnreadableFile(`The archive has more than ${mostEntries} entries. Pack fewer files into one archive.`)
    if (start === absent || byteCount > largestDirectory)
      throw new UnreadableFile('The archive is larger than 4 GB. Pack fewer files into one archive.')
    return entriesOf(await bytesAt(file, start, byteCount), count)
  } finally {
    await file.close()
  }
}

function entriesOf(directory: Buffer, count: number): ArchiveEntry[] {
  const entries: ArchiveEntry[] = []
  let at = 0
  while (entries.length < count) {
    if (directory.length < at + entryBytes || directory.readUInt32LE(at) !== entryMark)
      throw new UnreadableFile(damaged)
    const flags = directory.readUInt16LE(at + 8)
    const nameEnd = at + entryBytes + directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString((flags & 0x800) === 0 ? 'latin1' : 'utf8', at + entryBytes, nameEnd),
      checksum: directory.readUInt32LE(at + 16),
      isProtected: (flags & 1) !== 0,
    })
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

async function bytesAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
  return buffer.subarray(0, bytesRead)
}
