// Runs checks and tests from a fresh clone: sets up what is missing, runs every step whatever fails on the way, and
// ends with the total, `N passed, N failed`.
import { installWhenStale } from '../set-up/install-when-stale.mjs'
import { requireNode } from '../set-up/require-node.mjs'
import { describeSteps } from './show-times.mjs'
import { notBegun } from './deadline.mjs'
import { addUp, summarise, tallyCheck } from './tally.mjs'

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {[name: string, run: () => Promise<Tally>]} Step */

const say = (/** @type {string} */ line) => console.log(line)

/** Runs the steps of a group in parallel and the groups one after the other. Sets the exit code. */
export async function runGroups(/** @type {string} */ root, /** @type {readonly (readonly Step[])[]} */ groups) {
  /** @type {Tally[]} */
  const tallies = []
  /** @type {import('./show-times.mjs').StepTime[]} */
  const times = []
  if (await prepare(root)) {
    for (const group of groups) {
      // An interruption ends the run; steps that did not run must not look like success.
      if (process.exitCode !== undefined) break
      tallies.push(...(await Promise.all(group.map((step) => runStep(step, times)))))
    }
  }
  if (tallies.length < groups.flat().length) tallies.push(tallyCheck('the run, which was stopped before its end', 1))
  const total = addUp(tallies)
  list('Skipped', byFileWhereNotBegun(total.skipped))
  list('Failed', total.broken)
  if (times.length > 0) say('\nWhere the time went:')
  for (const line of describeSteps(times)) say(line)
  process.exitCode = total.failed > 0 ? 1 : 0
  say(`\n${summarise(total)}`)
}

async function prepare(/** @type {string} */ root) {
  try {
    requireNode(root)
    await installWhenStale(root, say)
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

/** @returns {Promise<Tally>} */
async function runStep(/** @type {Step} */ [name, step], /** @type {import('./show-times.mjs').StepTime[]} */ times) {
  const startedMs = performance.now()
  const tally = await step().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    return tallyCheck(name, 1)
  })
  times.push({ step: name, seconds: (performance.now() - startedMs) / 1000 })
  say(`${name}: ${summarise(tally)}`)
  return tally
}

function list(/** @type {string} */ title, /** @type {readonly { name: string, reason: string }[]} */ tests) {
  if (tests.length > 0) say(`\n${title}:`)
  for (const { name, reason } of tests) say(`  ${name}: ${reason}`)
}

/** Tests that a deadline left out are counted by file: there may be thousands. */
function byFileWhereNotBegun(/** @type {readonly { name: string, reason: string }[]} */ tests) {
  /** @type {Map<string, number>} */
  const files = new Map()
  for (const { name, reason } of tests) {
    const [file = name] = name.split(' ')
    if (reason === notBegun) files.set(file, (files.get(file) ?? 0) + 1)
  }
  return [
    ...tests.filter(({ reason }) => reason !== notBegun),
    ...[...files].map(([file, count]) => ({ name: `${file}, ${count} of its tests`, reason: notBegun })),
  ]
}
