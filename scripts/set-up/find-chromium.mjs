// Finds the browser for the tests: the one named by CHROMIUM, the system's, Playwright's, or, as root on Debian, one
// installed now. The headless shell is preferred: it is the same engine without windows, and opens and closes pages in
// half the time.
import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './run-program.mjs'

const fullNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const names = ['chromium-headless-shell', ...fullNames]

export const chromiumAdvice =
  'No Chromium was found: run `apt-get install chromium-headless-shell` as root or `npx playwright install chromium`, or set CHROMIUM to the path of one.'

/** @returns {string | undefined} the path of an installed browser */
export function findChromium(environment = process.env) {
  const named = environment['CHROMIUM']
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM names ${named}, which is not a program that can be run.`)
  }
  return search(names, environment)
}

/** Returns the full browser, with everything the shell lacks, such as the PDF viewer. @returns {string | undefined} */
export function findFullChromium(environment = process.env) {
  return search(fullNames, environment)
}

function search(/** @type {readonly string[]} */ wanted, /** @type {NodeJS.ProcessEnv} */ environment) {
  const folders = [...(environment['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'].filter(
    (folder) => folder !== '',
  )
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/**
 * Tries `findChromium`, then Playwright's browser, then an installation of the shell and the full browser; undefined
 * when all fail. An installation also adds the full browser where the system only has the shell.
 */
export async function findOrInstallChromium(/** @type {string} */ root, /** @type {(line: string) => void} */ say) {
  const found = findChromium() ?? (await playwrightOwn())
  const isComplete = found !== undefined && (!found.endsWith('headless-shell') || findFullChromium() !== undefined)
  if (isComplete || process.getuid?.() !== 0 || !hasAptGet()) return found
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update', '-q'], { cwd: root, env })
  // Older Debian releases have no package of the shell alone.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    say(`Installing a browser for the tests (apt-get install ${name}).`)
    await runProgram('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { cwd: root, env })
  }
  return findChromium()
}

async function playwrightOwn() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return isProgram(path) ? path : undefined
}

function isProgram(/** @type {string} */ path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function hasAptGet() {
  try {
    execFileSync('apt-get', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
