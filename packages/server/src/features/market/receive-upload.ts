// Takes the bytes of an uploaded file to disk as they arrive, so that the import can read the file twice if it must and the
// caller need not stay. The file is removed when its import is over.
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '@clubfolio/contract'

/** Twenty times the largest file of twenty years of ten thousand instruments, packed. */
export const largestUploadBytes = 4 * 1024 ** 3

export interface ReceivedFile {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** Throws the refusal `tooLarge` beyond the limit; what was written is removed then, and when the caller hangs up. */
export async function receiveUpload(dataDirectory: string, bytes: Readable): Promise<ReceivedFile> {
  const folder = join(dataDirectory, 'uploads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const own = await mkdtemp(join(folder, 'import-'))
  const remove = () => rm(own, { recursive: true, force: true })
  try {
    const path = join(own, 'file')
    await pipeline(bytes, limited(), createWriteStream(path, { mode: 0o600 }))
    return { path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function limited(): Transform {
  let received = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > largestUploadBytes) done(new Refusal('tooLarge'))
      else done(null, chunk)
    },
  })
}
