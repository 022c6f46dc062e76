// Locates and reads the real market files that tests compare against. They are never part of the repository:
// `CLUBFOLIO_MARKET_DATA` names their folder, by default `../shared/market-data` relative to the repository root.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..')

/** The folder with the real files, whether it exists or not. */
export const marketDataFolder = resolve(repositoryRoot, process.env['CLUBFOLIO_MARKET_DATA'] ?? '../shared/market-data')

/** Whether the real files exist. */
export const hasMarketData = existsSync(marketDataFolder)

/**
 * Skips the running test if the real files are missing, and logs it to the console, where a skipped test would
 * otherwise go unnoticed. Meant for `beforeEach(skipWithoutMarketData)`.
 */
export function skipWithoutMarketData(context: { skip: (note?: string) => void }): void {
  if (hasMarketData) return
  const note = `SKIPPED, the real market files are missing: there is no folder ${marketDataFolder}. Set CLUBFOLIO_MARKET_DATA to where they are.`
  console.warn(note)
  context.skip(note)
}

/** Returns the rows of a real CSV file without its header, each split at the commas; gzipped files are decompressed. */
export function readMarketRows(path: string): string[][] {
  const bytes = readFileSync(join(marketDataFolder, path))
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const lines = text.split(/\r?\n/)
  return lines
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split(','))
}
