import { expect, test } from 'vitest'
import { judgeReport, tableOf } from './judge-report.mjs'

const file = 'packages/domain/src/money/sum.ts'
const source = `export function sum(a, b) {\n  if (a === 0) return b\n  return a + b\n}\n`
/** The change of `a === 0` to `false` in the second line. */
const survivor = { file, code: 'if (a === 0) return b', original: 'a === 0', replacement: 'false' }

const at = (/** @type {number} */ line, /** @type {number} */ from, /** @type {number} */ to) => ({
  start: { line, column: from },
  end: { line, column: to },
})
const killed = { status: 'Killed', replacement: 'a - b', location: at(3, 10, 15) }
const alive = { status: 'Survived', replacement: 'false', location: at(2, 7, 14) }
/** @param {import('./judge-report.mjs').Mutant[]} mutants */
const reportOf = (mutants) => ({ files: { [file]: { source, mutants } } })
/** @param {number} count @param {import('./judge-report.mjs').Mutant} mutant */
const times = (count, mutant) => Array.from({ length: count }, () => mutant)
const named = [{ ...survivor, reason: 'adding zero gives the same' }]

test('counts a failed test and an endless loop as noticed, and leaves out what is only text', () => {
  const { rows } = judgeReport(
    reportOf([killed, { ...killed, status: 'Timeout' }, { ...killed, status: 'Ignored' }, alive]),
    [file],
    named,
  )
  expect(rows).toEqual([{ file, mutants: 3, killed: 2, survived: 1, uncovered: 0, percent: (100 * 2) / 3 }])
})

test('accepts a survivor that is named with its code, wherever the code is', () => {
  const { faults } = judgeReport(reportOf([killed, alive]), [file], named)
  expect(faults).toEqual([])
  const below = `// One comment more.\n${source}`
  const moved = { ...alive, location: at(3, 7, 14) }
  expect(judgeReport({ files: { [file]: { source: below, mutants: [moved] } } }, [file], named).faults).toEqual([])
})

test('fails on a survivor that nobody has named, and on code that no test runs', () => {
  const { faults } = judgeReport(reportOf([killed, { ...alive, status: 'NoCoverage' }]), [file], [])
  expect(faults).toEqual([`${file}:2 survives without a reason: ${JSON.stringify(survivor)}`])
})

test('asks for a name for each of two equal survivors', () => {
  expect(judgeReport(reportOf([...times(40, killed), alive, alive]), [file], named).faults).toHaveLength(1)
})

test('fails on a named survivor that a test notices by now', () => {
  expect(judgeReport(reportOf([killed]), [file], named).faults).toEqual([
    `${file} is named as a survivor and is none: ${JSON.stringify({
      code: survivor.code,
      original: survivor.original,
      replacement: survivor.replacement,
    })}`,
  ])
})

test('fails on a file below 95 %, even if all its survivors are named', () => {
  const two = judgeReport(reportOf([...times(37, killed), alive, alive]), [file], [...named, ...named])
  expect(two.faults).toEqual([`${file}: 94.9 % of the changes were noticed, at least 95 % have to be.`])
  const enough = judgeReport(reportOf([...times(38, killed), alive, alive]), [file], [...named, ...named])
  expect(enough.faults).toEqual([])
})

test('prints the worst file first and the sum last', () => {
  const row = { file, mutants: 4, killed: 4, survived: 0, uncovered: 0, percent: 100 }
  const worse = { ...row, file: 'packages/domain/src/fund/a.ts', killed: 2, survived: 1, uncovered: 1, percent: 50 }
  expect(tableOf([row, worse])).toBe(
    [
      'file                 mutants  killed  survived  uncovered      %',
      'domain/fund/a.ts           4       2         1          1   50.0',
      'domain/money/sum.ts        4       4         0          0  100.0',
      '2 files                    8       6         1          1   75.0',
    ].join('\n'),
  )
})
