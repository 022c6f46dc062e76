// Finds the browser the tests drive: the one named by CHROMIUM, the system's, Playwright's own, or, as root on Debian, one
// installed now. There is no other way out than a browser or the one line that says what to run.
import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './run-program.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

export const chromiumAdvice = 'No Chromium was found: run `apt-get install chromium` as root or `npx playwright install chromium`, or set CHROMIUM to the path of one.'

/** @returns {string | undefined} the path of an installed browser */
export function findChromium(environment = process.env) {
  const named = environment['CHROMIUM']
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM names ${named}, which is not a program that can be run.`)
  }
  const folders = [...(environment['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'].filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** The same, then Playwright's own, then an installation; undefined when none of them worked. */
export async function findOrInstallChromium(/** @type {string} */ root, /** @type {(line: string) => void} */ say) {
  const found = findChromium() ?? (await playwrightOwn())
  if (found || process.getuid?.() !== 0 || !hasAptGet()) return found
  say('Installing Chromium for the browser tests (apt-get install chromium).')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update', '-q'], { cwd: root, env })
  await runProgram('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { cwd: root, env })
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
