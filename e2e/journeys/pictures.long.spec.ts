// No picture of the documentation is older than the screen that it shows: each committed one is taken again and
// compared. Source: docs/decisions/0127-a-site-of-the-documentation.md.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { differenceOf } from '../support/compare-pictures.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const committed = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))

/** Account numbers differ between two starts of the demonstration; all else together was below 0.1 %. */
const tolerated = 0.005
/** They list what the demonstration has computed in the background so far; only another layout is noticed. */
const toleratedOfLists: Readonly<Record<string, number>> = {
  'heat-map-dark.png': 0.25,
  'opportunity-seeker-dark.png': 0.1,
}

test('every picture shows the screen as it is', async () => {
  test.setTimeout(1_500_000)
  const { stdout } = await promisify(execFile)('git', ['ls-files', 'docs/screenshots'], { cwd: root })
  const names = stdout
    .split('\n')
    .filter((path) => path.endsWith('.png'))
    .map((path) => path.slice('docs/screenshots/'.length))
  const folder = await mkdtemp(join(tmpdir(), 'clubfolio-pictures-'))
  try {
    const shots = [...new Set(names.map((name) => name.replace(/-(light|dark)(-phone)?\.png$/, '')))]
    await promisify(execFile)(
      process.execPath,
      ['scripts/screenshots.mjs', '--only', shots.join(','), '--into', folder],
      { cwd: root, maxBuffer: 16_000_000 },
    )
    const taken = new Set(await readdir(folder))
    expect(names.filter((name) => !taken.has(name))).toEqual([])
    const differences = await Promise.all(
      names.map(async (name) => [name, await differenceOf(join(committed, name), join(folder, name))] as const),
    )
    const changed = differences.filter(([name, part]) => part > (toleratedOfLists[name] ?? tolerated))
    expect(
      changed.map(([name, part]) => `${name}: ${(100 * part).toFixed(1)} % differs`),
      'take these again: npm run screenshots',
    ).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
