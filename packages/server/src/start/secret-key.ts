// The key that seals secrets: set by configuration, or outside production generated once into the data folder, readable
// by its owner only. It is never part of a backup.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '../kernel/error-code.ts'

export const secretKeyPath = (dataDirectory: string): string => join(dataDirectory, 'secret.key')

export async function readOrMakeSecretKey(dataDirectory: string): Promise<string> {
  const path = secretKeyPath(dataDirectory)
  await mkdir(dataDirectory, { recursive: true })
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(randomBytes(48).toString('base64url'))
    await file.sync()
    await file.close()
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
  const key = (await readFile(path, 'utf8')).trim()
  if (key.length < 32)
    throw new Error(
      `${path} is damaged: it must hold at least 32 characters. Restore it, or remove it together with the ` +
        'linked accounts it protects.',
    )
  return key
}
