// Playwright's global set-up: starts the product once and keeps its data folder. Setting up a database, its tables and a small
// market costs seconds that would say the same before every journey.
import { rm } from 'node:fs/promises'
import { makeEmptyDataFolder, templateVariable } from './data-folder.ts'
import { journeyStart, startProduct } from './product.ts'

/** What it answers is called after the last journey. */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const folder = await makeEmptyDataFolder()
  const product = await startProduct({ dataDirectory: folder })
  // Moving the clock to where it stands resolves when everything that a first start leaves for later is done.
  await product.moveClock(journeyStart)
  await product.end()
  process.env[templateVariable] = folder
  return () => rm(folder, { recursive: true, force: true })
}
