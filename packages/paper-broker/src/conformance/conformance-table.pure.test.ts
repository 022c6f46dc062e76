import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { conformanceTable, WIRE_CALLS } from './conformance-table.ts'

it('is shown by the documentation as it is', () => {
  const page = readFileSync(new URL('../../../../docs/wire-conformance.md', import.meta.url), 'utf8')
  expect(page).toContain(conformanceTable())
})

it('names each call of a client once', () => {
  for (const client of ['schwabClientJs', 'sudowealth'] as const) {
    const names = WIRE_CALLS.flatMap((row) => row[client]).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  }
})
