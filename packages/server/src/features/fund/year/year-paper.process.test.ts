// What a PDF reader finds on the pages of a year's papers and of the fact sheet of a club with a long text.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writePng } from '../../../adapters/picture/png.ts'
import { fullSheet } from '../testing/full-sheet.ts'
import { writeFactSheet } from './write-fact-sheet.ts'
import { writeYearPaper, type YearPaperPages } from './year-paper.ts'

const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined
const issuedAt = new Date('2026-12-31T22:00:00Z')
const head = {
  name: 'Società Árvíztűrő Tükörfúrógép Investment Club of Zürich',
  address: 'Wide Way 4, '.repeat(13).trim(),
  text: `First words.${' Not an offer.'.repeat(34)} Last.`,
  logo: writePng({ width: 300, height: 120, pixels: new Uint8Array(300 * 120 * 4).fill(180) }),
}
const issuer = { manager: 'Maria Keller', clubs: [head.name], head }
const longName = `${'Árvíztűrő-Ångström '.repeat(6)}Ødegaard`

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'clubfolio-papers-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The pages as text, one below the other. */
function pagesOf(pdf: Buffer): string[] {
  const path = join(folder, 'paper.pdf')
  writeFileSync(path, pdf)
  return spawnSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).stdout.split('\f').slice(0, -1)
}

const paperOf = (rowCount: number, name = 'Nora Lind', notes: readonly string[] = []): YearPaperPages => ({
  title: 'Allocation 2026',
  issuer: { ...issuer, head: { ...head, logo: null } },
  facts: ['All holders'],
  sections: [
    {
      title: 'Dividends',
      head: ['Holder', 'Amount'],
      widths: [330, 185],
      rows: [
        ...Array.from({ length: rowCount }, (_, index) => ({ cells: [`${name} ${index}`, '$1.00'] })),
        { cells: ['Fund', '$9.00'], isTotal: true },
      ],
    },
  ],
  notes,
})

describe.skipIf(!hasPoppler)('a paper of any length', () => {
  test('has the text of the club on its last page only, which has rows as well, and no total without a row', async () => {
    const counts = new Set<number>()
    for (let rowCount = 30; rowCount < 40; rowCount++) {
      const pages = pagesOf(await writeYearPaper(paperOf(rowCount), issuedAt))
      expect(pages.map((page) => page.includes('First words.'))).toEqual(
        pages.map((_page, index) => index === pages.length - 1),
      )
      counts.add(pages.length)
      const last = pages.at(-1)!
      expect(last).toContain(`Nora Lind ${rowCount - 1} `)
      const places = ['$9.00', 'First words.', 'Last.', 'page'].map((words) => last.indexOf(words))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places[0]).toBeGreaterThan(0)
    }
    expect(counts).toEqual(new Set([1, 2]))
  })

  test('keeps its closing notes whole and below rows', async () => {
    const counts = new Set<number>()
    for (let rowCount = 26; rowCount < 36; rowCount++) {
      const notes = [`Begin ${'of a note with many words '.repeat(12)} end.`, 'Second note.']
      const pages = pagesOf(await writeYearPaper(paperOf(rowCount, 'Nora Lind', notes), issuedAt))
      counts.add(pages.length)
      const last = pages.at(-1)!
      const places = [`Nora Lind ${rowCount - 1} `, 'Begin', 'end.', 'Second note.'].map((words) => last.indexOf(words))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places[0]).toBeGreaterThanOrEqual(0)
    }
    expect(counts).toEqual(new Set([1, 2]))
  })

  test('writes a name that is longer than its column on several lines, at its amount', async () => {
    const [page = ''] = pagesOf(await writeYearPaper(paperOf(2, longName), issuedAt))
    expect(page.match(/^ *Árvíztűrő-Ångström .* \$1\.00$/gm)).toHaveLength(2)
    expect(page.match(/Ødegaard [01]$/gm)).toHaveLength(2)
  })
})

test.skipIf(!hasPoppler)(
  'the fact sheet has logo, address and text of the club, below all of its figures',
  async () => {
    const pdf = await writeFactSheet({ ...fullSheet, issuer }, issuedAt)
    const pages = pagesOf(pdf)
    expect(pages).toHaveLength(1)
    const text = pages[0]!
    const places = [head.name, 'Wide Way 4', 'Fact sheet', 'Largest positions', 'Fees', 'Past returns', 'First words.']
      .map((words) => text.indexOf(words))
      .concat(text.indexOf('page 1 of 1'))
    expect(places[0]).toBeGreaterThanOrEqual(0)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(text).toContain('12.34% (3.21% a year)')
    expect(text).not.toMatch(/\d %/)
    expect(pdf.toString('latin1')).toContain('/Subtype /Image')
  },
)
