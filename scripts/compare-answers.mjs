// `node scripts/compare-answers.mjs BEFORE AFTER [BEFORE-AGAIN]`: compares recordings of `campaigns/record-answers.ts`
// byte by byte. An answer in which BEFORE and BEFORE-AGAIN differ varies by itself and is only counted. Prints every other
// difference and exits with 1 if there is one.
import { readFileSync } from 'node:fs'

/** @typedef {{ key: string, status: number, type: string | null, disposition: string | null, body: string }} Recorded */

/** Reads a recording. @returns {Map<string, Recorded>} */
const read = (/** @type {string} */ file) =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map((answer) => [answer.key, answer]),
  )
const same = (/** @type {unknown} */ one, /** @type {unknown} */ other) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the first place where two texts differ, with its surroundings. */
function firstDifference(/** @type {string} */ one, /** @type {string} */ other) {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const from = Math.max(0, at - 60)
  return `\n    before ${one.slice(from, at + 140)}\n    after  ${other.slice(from, at + 140)}`
}

const [beforeFile, afterFile, againFile] = process.argv.slice(2)
if (!beforeFile || !afterFile) throw new Error('Name two recordings: BEFORE AFTER [BEFORE-AGAIN]')
const before = read(beforeFile)
const after = read(afterFile)
const again = againFile === undefined ? before : read(againFile)
let equal = 0
let varying = 0
let different = 0
for (const [key, answer] of before) {
  const now = after.get(key)
  if (now === undefined) console.log(`${key}: only before`)
  else if (same(answer, now)) equal++
  else if (!same(answer, again.get(key))) varying++
  else {
    different++
    const which = answer.status === now.status ? 'body' : `${answer.status} -> ${now.status}`
    console.log(`${key}: ${which}${firstDifference(answer.body, now.body)}`)
  }
}
const added = [...after.keys()].filter((key) => !before.has(key)).length
console.log(
  `${before.size} answers before: ${equal} equal, ${different} different, ${varying} vary by themselves; ${added} only after`,
)
process.exitCode = different === 0 ? 0 : 1
