// Writes a ZIP file piece by piece: nothing of it is held in memory but the piece that is being packed, and packing
// runs outside the main thread. The same files with the same time give the same bytes.
import { createHash, type Hash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished, pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** The content of a file: whole, or in pieces as they are read. */
export type ZipContent = Buffer | AsyncIterable<Buffer>

/** A file that was added, as the table of checksums names it. */
export interface ZippedFile {
  readonly name: string
  readonly bytes: number
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string
}

const deflated = 8

export class ZipFile {
  readonly #zip: Zip
  readonly #sink: WriteStream
  readonly #writtenAt: Date
  /** What the disk answered, at any moment: nobody may be waiting for it then. */
  #failure: Error | undefined
  readonly files: ZippedFile[] = []

  /** `writtenAt` is the time of every file in it. */
  constructor(path: string, writtenAt: Date) {
    this.#writtenAt = writtenAt
    this.#sink = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    this.#sink.on('error', (error) => (this.#failure ??= error))
    this.#zip = new Zip((error, bytes, isLast) => {
      if (error) this.#sink.destroy(error)
      else this.#sink.write(bytes)
      if (isLast) this.#sink.end()
    })
  }

  /** Adds one file; the next one waits until this one is written. Throws what writing has failed with. */
  async add(name: string, content: ZipContent): Promise<void> {
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: deflated, mtime: this.#writtenAt }
    this.#requireSound()
    this.#zip.add(file)
    const hash = createHash('sha256')
    await pipeline(measured(file, hash, content), createDeflateRaw(), async (packed: AsyncIterable<Buffer>) => {
      for await (const bytes of packed) {
        this.#requireSound()
        file.ondata?.(null, new Uint8Array(bytes), false)
        if (this.#sink.writableNeedDrain) await once(this.#sink, 'drain')
      }
    })
    this.#requireSound()
    file.ondata?.(null, new Uint8Array(0), true)
    this.files.push({ name, bytes: file.size, sha256: hash.digest('hex') })
  }

  /** Completes the file on the disk. */
  async end(): Promise<void> {
    this.#requireSound()
    this.#zip.end()
    await finished(this.#sink)
  }

  #requireSound(): void {
    if (this.#failure) throw this.#failure
  }

  /** Gives up; the caller removes what was written. */
  discard(): void {
    this.#zip.terminate()
    this.#sink.destroy()
  }
}

async function* measured(file: ZipInputFile, hash: Hash, content: ZipContent): AsyncGenerator<Buffer> {
  for await (const bytes of Buffer.isBuffer(content) ? [content] : content) {
    file.size += bytes.length
    file.crc = crc32(bytes, file.crc)
    hash.update(bytes)
    yield bytes
  }
}
