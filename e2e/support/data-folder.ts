// Data folders of journeys: each begins with a copy of what a first start leaves, where that was made before (make-template.ts).
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the template for the processes that run the journeys. */
export const templateVariable = 'CLUBFOLIO_E2E_TEMPLATE'

export function makeEmptyDataFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'clubfolio-e2e-'))
}

/** A new data folder: a copy of the template where there is one, empty otherwise. */
export async function makeDataFolder(): Promise<string> {
  const folder = await makeEmptyDataFolder()
  const template = process.env[templateVariable]
  if (template) await cp(template, folder, { recursive: true, preserveTimestamps: true })
  return folder
}
