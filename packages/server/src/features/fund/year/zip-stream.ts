// Writes a ZIP file in portions: an entry is compressed as it is added, and what is complete is handed on, so that only
// a portion is in memory. The same entries give the same bytes.
import { createHash } from 'node:crypto'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface ZipStream {
  /** Adds an entry; one that is compressed already, as a PDF is, is stored as it is. */
  add(path: string, content: Uint8Array): Promise<void>
  /** Ends the file; returns its size and the SHA-256 of all its bytes. */
  finish(): Promise<{ readonly byteCount: number; readonly sha256: string }>
}

export interface ZipStreamOptions {
  /** The date of every entry. ZIP has no time zone: the local fields of this date are written as they are. */
  readonly date: Date
  readonly portionBytes: number
  readonly onPortion: (position: number, content: Buffer) => Promise<void>
}

export function openZipStream({ date, portionBytes, onPortion }: ZipStreamOptions): ZipStream {
  const hash = createHash('sha256')
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let byteCount = 0
  let position = 0
  let failure: Error | undefined
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else {
      // The library may use the memory of a chunk again.
      waiting.push(chunk.slice())
      waitingBytes += chunk.length
    }
  })
  const hand = async (isEnd: boolean): Promise<void> => {
    if (failure) throw failure
    if (waitingBytes === 0 || (!isEnd && waitingBytes < portionBytes)) return
    const portion = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    hash.update(portion)
    byteCount += portion.length
    await onPortion(position, portion)
    position += 1
  }
  return {
    async add(path, content) {
      const entry = path.endsWith('.pdf') ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
      entry.mtime = date
      zip.add(entry)
      entry.push(content, true)
      await hand(false)
    },
    async finish() {
      zip.end()
      await hand(true)
      return { byteCount, sha256: hash.digest('hex') }
    },
  }
}
