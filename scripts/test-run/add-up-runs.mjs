// Adds up the last lines of several commands and prints the total, `N passed, N failed`. Takes three arguments per
// command: its name, its exit code and the file with its output. A command without such a last line, or with an exit
// code that contradicts it, adds one failure. The failed tests of every command are listed again before the total, so
// that a log that keeps only its end still has them.
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const words = process.argv.slice(2)
const sum = { passed: 0, failed: 0, skipped: 0 }
for (let place = 0; place < words.length; place += 3) {
  const [name = '', code = '', path = ''] = words.slice(place, place + 3)
  const lines = stripVTControlCharacters(readFileSync(path, 'utf8')).trimEnd().split('\n')
  const { passed, failed, skipped } = readLastLine(lines) ?? { passed: 0, failed: 0, skipped: 0 }
  const isSilent = failed === 0 && (code !== '0' || passed === 0)
  if (isSilent) console.log(`${name} ended with ${code} and counted no failure.`)
  for (const line of failedTests(lines)) console.log(`${name} failed: ${line.trim()}`)
  sum.passed += passed
  sum.failed += failed + (isSilent ? 1 : 0)
  sum.skipped += skipped
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failed > 0 || words.length === 0 ? 1 : 0

function readLastLine(/** @type {string[]} */ lines) {
  const found = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(lines.at(-1) ?? '')
  return found ? { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) } : undefined
}

/** Returns the indented lines below the last `Failed:`, as `run-groups.mjs` prints them. */
function failedTests(/** @type {string[]} */ lines) {
  const heading = lines.lastIndexOf('Failed:')
  if (heading < 0) return []
  const after = lines.slice(heading + 1)
  const end = after.findIndex((line) => !line.startsWith('  '))
  return end < 0 ? after : after.slice(0, end)
}
