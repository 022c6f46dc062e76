import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { receiveUpload, removeLeftUploads } from './receive-upload.ts'

test('uploads that killed processes left are removed, and those in use stay', async ({ onTestFinished }) => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-uploads-'))
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }))
  const uploads = join(dataDirectory, 'uploads')
  expect(await removeLeftUploads(dataDirectory)).toBe(0)

  const mine = await receiveUpload(dataDirectory, Readable.from([Buffer.from('date,open\n')]))
  const [name = ''] = await readdir(uploads)
  const gone = spawnSync(process.execPath, ['--version']).pid
  const like = async (folder: string) => {
    await mkdir(join(uploads, folder))
    await writeFile(join(uploads, folder, 'file'), 'half of a file')
    return folder
  }
  const ofAnother = (processId: number) => name.replace(`-${process.pid}-`, `-${processId}-`)
  await like(ofAnother(gone))
  // The id of this process, from before it started: in a container every start has the same id.
  await like(`${name}-earlier`)
  const running = await like(ofAnother(process.ppid))
  const elsewhere = await like('import-00ff-1-abcdef')
  const unnamed = await like('import-abcdef')

  expect(await removeLeftUploads(dataDirectory)).toBe(2)
  expect((await readdir(uploads)).toSorted()).toEqual([name, running, elsewhere, unnamed].toSorted())
  const dayBefore = new Date(Date.now() - 25 * 3_600_000)
  for (const folder of [running, elsewhere, unnamed, name]) await utimes(join(uploads, folder), dayBefore, dayBefore)
  expect(await removeLeftUploads(dataDirectory)).toBe(3)
  expect(await readFile(mine.path, 'utf8')).toBe('date,open\n')
  await mine.remove()
  expect(await readdir(uploads)).toEqual([])
})
