// Removes the file of a statement with the folder of its upload.
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'

export async function removeStatementFile(path: string | null): Promise<void> {
  if (path !== null) await rm(dirname(path), { recursive: true, force: true })
}
