// How the start command speaks: plain lines on a terminal, JSON lines like the server's log everywhere else. The same
// rule as `chooseFormat` of the server's log, which does not exist before the build.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import util from 'node:util'

// By its name `parseEnv` could not be imported by a Node that is too old, which start.mjs refuses with a sentence.
const infoLevel = 30

/** Returns 'text' or 'json' by CLUBFOLIO_LOG_FORMAT, in the environment or in .env. */
export function chooseFormat(
  /** @type {string} */ root,
  { env = process.env, isTerminal = process.stdout.isTTY } = {},
) {
  const file = join(root, '.env')
  const asked =
    env['CLUBFOLIO_LOG_FORMAT'] ||
    (existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8'))['CLUBFOLIO_LOG_FORMAT'] : undefined)
  if (asked === 'text' || asked === 'json') return asked
  return isTerminal ? 'text' : 'json'
}

/** Returns what prints a line of the start command. */
export function chooseSay(/** @type {'text' | 'json'} */ format) {
  return format === 'text'
    ? (/** @type {string} */ line) => console.log(line)
    : (/** @type {string} */ line) => console.log(JSON.stringify({ level: infoLevel, time: Date.now(), msg: line }))
}
