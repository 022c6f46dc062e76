import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { notices } from './notices.ts'

function rootOf(packageName: string): string {
  let folder = dirname(fileURLToPath(import.meta.resolve(packageName)))
  while (!folder.endsWith(packageName)) folder = dirname(folder)
  return folder
}

const installed = { KLineChart: 'klinecharts', 'TradingView Lightweight Charts': 'lightweight-charts' } as const

test.each(Object.entries(installed))('the notice of %s names the version that is installed', (name, packageName) => {
  const manifest: { version: string; license: string } = JSON.parse(
    readFileSync(join(rootOf(packageName), 'package.json'), 'utf8'),
  )
  const notice = notices.find((entry) => entry.name === name)
  expect(notice).toMatchObject({ version: manifest.version, licence: manifest.license })
})

test('the notice of KLineChart is the NOTICE file it ships, word for word', () => {
  const shipped = readFileSync(join(rootOf('klinecharts'), 'NOTICE'), 'utf8').trim()
  expect(notices.find((entry) => entry.name === 'KLineChart')?.notice).toBe(shipped)
})
