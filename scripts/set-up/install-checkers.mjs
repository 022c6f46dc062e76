// External programs that check our output: pdftotext reads the PDFs back, hledger the books. As root on Debian they are
// installed; without them the tests that use them are skipped, by name and with the reason.
import { execFileSync } from 'node:child_process'
import { runProgram } from './run-program.mjs'

/** Each program with the Debian package that contains it. */
export const checkers = /** @type {const} */ ([
  ['pdftotext', 'poppler-utils'],
  ['hledger', 'hledger'],
])

/**
 * Returns the Debian packages whose programs are missing.
 *
 * @param {(program: string) => boolean} isHere
 * @returns {string[]}
 */
export const missingPackages = (isHere) => checkers.flatMap(([program, name]) => (isHere(program) ? [] : [name]))

/**
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function installCheckers(root, say) {
  const missing = missingPackages(canRun)
  if (missing.length === 0 || process.getuid?.() !== 0 || !canRun('apt-get')) return
  say(`Installing what checks PDFs and books (apt-get install ${missing.join(' ')}).`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update', '-q'], { cwd: root, env })
  await runProgram('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], { cwd: root, env })
}

function canRun(/** @type {string} */ program) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    // Any other error means that the program exists.
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT'
  }
}
