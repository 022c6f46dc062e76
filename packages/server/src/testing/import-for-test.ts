// Imports files in tests and benchmarks through the real pipeline and returns the record.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportRun } from '@clubfolio/contract'
import type { ImportOrder, ImportServices } from '../features/market/import/import-order.ts'
import { startImport } from '../features/market/import/run-import.ts'
import { findRun } from '../features/market/import/import-run.ts'

type ImportChoices = Partial<Pick<ImportOrder, 'replace' | 'limits' | 'symbols' | 'dates' | 'activatesAnyway'>>

export async function importPath(
  services: ImportServices,
  path: string,
  choices: ImportChoices = {},
): Promise<ImportRun> {
  const { runId, work } = await startImport(services, { replace: false, ...choices, path, startedBy: null })
  await work
  return findRun(services.db, runId)
}

/** Writes `content` to a file of that name in a separate folder, imports it and removes it. */
export async function importText(
  services: ImportServices,
  name: string,
  content: string | Uint8Array,
  options: ImportChoices = {},
): Promise<ImportRun> {
  const folder = await mkdtemp(join(tmpdir(), 'clubfolio-import-'))
  try {
    await writeFile(join(folder, name), content)
    return await importPath(services, join(folder, name), options)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
