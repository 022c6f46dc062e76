// The fact sheet on paper: one page, whatever a fund has.
import { expect, test } from 'vitest'
import { fullSheet } from '../testing/full-sheet.ts'
import { writePng } from '../../../adapters/picture/png.ts'
import type { FactSheet } from './fact-sheet.ts'
import { writeFactSheet } from './write-fact-sheet.ts'

const issuedAt = new Date('2026-12-31T22:00:00Z')
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('a fund of twelve years with everything fits on one page', async () => {
  expect(pagesOf(await writeFactSheet(fullSheet, issuedAt))).toBe(1)
})

const wordy = {
  name: 'W'.repeat(60),
  address: 'Wide Way 4, '.repeat(13),
  text: 'Not an offer. '.repeat(35),
  logo: writePng({ width: 300, height: 120, pixels: new Uint8Array(300 * 120 * 4).fill(180) }),
}

test('the logo, the longest name, address and text of a club leave it one page', async () => {
  const issuer = { manager: 'Maria '.repeat(20), clubs: [wordy.name], head: wordy }
  const sheet = await writeFactSheet({ ...fullSheet, issuer }, issuedAt)
  expect(pagesOf(sheet)).toBe(1)
  expect(sheet.toString('latin1')).toContain('/Subtype /Image')
})

test('a fund that has just opened has a page too', async () => {
  const young: FactSheet = {
    ...fullSheet,
    lines: [{ name: 'Unit value', points: [['2026-12-31', 0]] }],
    months: [],
    spans: [],
    risk: null,
    exposure: null,
    positions: [],
    fees: [],
  }
  expect(pagesOf(await writeFactSheet(young, issuedAt))).toBe(1)
})

test('the same sheet has the same bytes', async () => {
  expect((await writeFactSheet(fullSheet, issuedAt)).equals(await writeFactSheet(fullSheet, issuedAt))).toBe(true)
})
