// Whether a picture of the documentation is older than the screen that it shows: each committed one is taken again and
// compared, about ten minutes. A campaign rather than a test, because lists show what a first start has computed so far.
// Source: docs/decisions/0127-a-site-of-the-documentation.md.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { differenceOf } from './support/compare-pictures.ts'
import { readCampaignOptions } from './support/options.ts'
import { openVerdict } from './support/verdict.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const committed = join(root, 'docs/screenshots')

/** Account numbers differ between two starts of the demonstration. */
const tolerated = 0.005
/** Their lists follow what is computed in the background; only another layout is noticed. */
const toleratedOfLists = 0.25
const hasLists = /^(dashboard|heat-map|opportunity-seeker|chart-layout)-/

const { only } = readCampaignOptions(1)
const verdict = openVerdict()
const { stdout } = await promisify(execFile)('git', ['ls-files', 'docs/screenshots'], { cwd: root })
const names = stdout
  .split('\n')
  .filter((path) => path.endsWith('.png'))
  .map((path) => path.slice('docs/screenshots/'.length))
  .filter((name) => only === undefined || only.some((word) => name.startsWith(word)))
const folder = await mkdtemp(join(tmpdir(), 'clubfolio-pictures-'))
try {
  const shots = [...new Set(names.map((name) => name.replace(/-(light|dark)(-phone)?\.png$/, '')))]
  await promisify(execFile)(
    process.execPath,
    ['scripts/screenshots.mjs', '--only', shots.join(','), '--into', folder],
    {
      cwd: root,
      maxBuffer: 16_000_000,
    },
  )
  const taken = new Set(await readdir(folder))
  for (const name of names) {
    if (!taken.has(name)) {
      verdict.broken(`${name} shows a screen that is not taken any more`)
      continue
    }
    const part = await differenceOf(join(committed, name), join(folder, name))
    const percent = `${(100 * part).toFixed(2)} %`
    verdict.figure(name, percent)
    verdict.expect(
      part <= (hasLists.test(name) ? toleratedOfLists : tolerated),
      `${name} differs by ${percent}: take it again with npm run screenshots`,
    )
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
verdict.end()
