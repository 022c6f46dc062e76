// Adds up what several commands said in their last lines and says the sum, `N passed, N failed`. For each command three arguments: its
// name, its exit code and the file with what it printed. A command without such a last line, or with an exit code that does not fit it,
// counts as one failure more.
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const words = process.argv.slice(2)
const sum = { passed: 0, failed: 0, skipped: 0 }
for (let place = 0; place < words.length; place += 3) {
  const [name = '', code = '', path = ''] = words.slice(place, place + 3)
  const { passed, failed, skipped } = readLastLine(path) ?? { passed: 0, failed: 0, skipped: 0 }
  const isSilent = failed === 0 && (code !== '0' || passed === 0)
  if (isSilent) console.log(`${name} ended with ${code} and counted no failure.`)
  sum.passed += passed
  sum.failed += failed + (isSilent ? 1 : 0)
  sum.skipped += skipped
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failed > 0 || words.length === 0 ? 1 : 0

function readLastLine(/** @type {string} */ path) {
  const last = stripVTControlCharacters(readFileSync(path, 'utf8')).trimEnd().split('\n').at(-1) ?? ''
  const found = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(last)
  return found ? { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) } : undefined
}
