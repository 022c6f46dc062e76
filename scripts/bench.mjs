// `npm run bench [word ...] [-- --long]`: runs the benchmarks of bench/ one after the other, all of them or those whose
// name contains a given word. A failure does not stop the others. Ends with one table (figure, limit, kept or broken,
// with machine, load and date) and exits with 1 when a promise was broken or a benchmark failed. Very long ones run
// only when named, or with --long.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTypeScript } from './set-up/run-typescript.mjs'

/** @typedef {{ what: string, figure: string, bar: string, outcome: string, figures: string }} Row */

/**
 * Why each takes long: two hundred visits by Lighthouse and axe; a clone that installs its packages; 10,000 instruments
 * with 20 years of bars; half an hour of load.
 */
const long = ['every-screen.ts', 'first-hour.ts', 'market-lists.ts', 'soak.ts']
const rowsVariable = 'CLUBFOLIO_BENCH_ROWS'

const given = process.argv.slice(2)
const words = given.filter((argument) => !argument.startsWith('--'))
const isLong = given.includes('--long')
const all = readdirSync(fileURLToPath(new URL('../bench', import.meta.url)), { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => entry.name)
  .sort()
const names = all.filter((name) =>
  words.length === 0 ? isLong || !long.includes(name) : words.some((word) => name.includes(word)),
)
if (names.length === 0) throw new Error(`No benchmark is called ${words.join(' or ')}: see bench/README.md.`)

const folder = mkdtempSync(join(tmpdir(), 'clubfolio-bench-rows-'))
const startedAt = new Date()
/** @type {{ name: string, load: string, row: Row }[]} */
const table = []
try {
  for (const name of names) {
    console.log(`\n${name}`)
    const file = join(folder, `${name}.jsonl`)
    const code = await runTypeScript(`bench/${name}`, [], { [rowsVariable]: file })
    const load = loadavg()[0]?.toFixed(1) ?? ''
    /** @type {Row[]} */
    const rows = existsSync(file)
      ? readFileSync(file, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
    const isExplained = rows.some(({ outcome }) => outcome === 'BROKEN')
    if (code !== 0 && !isExplained)
      rows.push({
        what: 'the benchmark itself',
        figure: `ended with ${code}`,
        bar: '',
        outcome: 'FAILED',
        figures: 'its words stand above',
      })
    if (rows.length === 0)
      rows.push({
        what: 'the benchmark itself',
        figure: '',
        bar: '',
        outcome: 'FAILED',
        figures: 'it reported nothing',
      })
    for (const row of rows) table.push({ name: name.replace(/\.ts$/, ''), load, row })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
print()
process.exitCode = table.some(({ row }) => row.outcome === 'BROKEN' || row.outcome === 'FAILED') ? 1 : 0

function print() {
  console.log(
    `\n${startedAt.toISOString().slice(0, 16)}Z to ${new Date().toISOString().slice(11, 16)}Z, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; "load" is the machine's average over the last minute of each benchmark.\n`,
  )
  const cells = [
    ['benchmark', 'what', 'figure', 'bar', '', 'figures behind it', 'load'],
    ...table.map(({ name, load, row }) => [name, row.what, row.figure, row.bar, row.outcome, row.figures, load]),
  ]
  cells.splice(
    1,
    0,
    cells[0].map(() => '---'),
  )
  for (const line of cells) console.log(`| ${line.join(' | ')} |`)
  const left = words.length === 0 && !isLong ? long.filter((name) => all.includes(name)) : []
  if (left.length > 0)
    console.log(`\nNot run, because it takes very long: ${left.join(', ')} (name it, or say -- --long).`)
  for (const { name, row } of table.filter(({ row: { outcome } }) => outcome === 'SKIPPED'))
    console.log(`\nNot run: ${name}, which ${row.figures}.`)
  const broken = table.filter(({ row: { outcome } }) => outcome === 'BROKEN' || outcome === 'FAILED')
  console.log(
    broken.length === 0
      ? '\nEvery promise was kept.'
      : `\nBroken: ${[...new Set(broken.map(({ name }) => name))].join(', ')}.`,
  )
}
