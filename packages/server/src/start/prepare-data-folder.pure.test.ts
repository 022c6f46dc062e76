import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDataFolder } from './prepare-data-folder.ts'

test('a folder is made where there is none, and nothing is left in it', async ({ onTestFinished }) => {
  const parent = await mkdtemp(join(tmpdir(), 'clubfolio-prepare-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  await prepareDataFolder(join(parent, 'a', 'b'))
  expect(await readdir(join(parent, 'a', 'b'))).toEqual([])
})

test('a file in its place is refused with a sentence', async ({ onTestFinished }) => {
  const parent = await mkdtemp(join(tmpdir(), 'clubfolio-prepare-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  await writeFile(join(parent, 'file'), '')
  for (const folder of [join(parent, 'file'), join(parent, 'file', 'data')]) {
    await expect(prepareDataFolder(folder)).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
      message: expect.stringMatching(
        /cannot be written to: a (file stands in its place|part of its path is a file)\. Make it writable/,
      ) as string,
    })
  }
})

// No user can create folders there, not even root, to whom file modes do not apply.
test.skipIf(process.platform !== 'linux')('a place that nobody may write to is refused with a sentence', async () => {
  await expect(prepareDataFolder('/sys/clubfolio')).rejects.toMatchObject({
    code: 'NOT_WRITABLE',
    message: expect.stringContaining('CLUBFOLIO_DATA') as string,
  })
})
