// Replaces the version that runs: backup, stop, link, start, and a look whether it answers. Everything before the stop
// changes nothing that runs; after it, whatever fails brings the version back that ran before.
import { spawnSync } from 'node:child_process'
import {
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findStepBeyond, ownerOfData, UpdateRefusal, versionOf } from './read-installation.mjs'

/** @typedef {import('./read-installation.mjs').Installation} Installation */
/** @typedef {(line: string) => void} Say */

const pollMs = 250
/** A server that ends in order takes up to 90 seconds under systemd. */
const longestStopMs = 120_000
/** As often as a service manager may find it between two starts before it counts as failed. */
const mostLooksWhileDown = 3

/**
 * Resolves with whether `target` runs; otherwise the version before runs again, or a line says what to do.
 * @param {Installation} installation
 * @param {string} target
 * @param {Say} say
 */
export async function replaceVersion(installation, target, say, { isWithoutBackup = false } = {}) {
  const { home, current, service, healthUrl } = installation
  if (target === current) {
    if (service === undefined || (await answers(healthUrl))) {
      say(`${versionOf(target)} is in place already.`)
      return true
    }
    say(`${versionOf(target)} is in place already and does not answer: starting it.`)
    return startAndWait(installation, say)
  }
  if (service === undefined && (await answers(healthUrl)))
    throw new UpdateRefusal(
      `Clubfolio runs (${healthUrl}), and no unit of systemd is known that stops it. Stop it, and run this again.`,
    )
  const [from, to] = [versionOf(current), versionOf(target)]
  const lost = await findStepBeyond(target, current)
  if (lost !== undefined)
    throw new UpdateRefusal(
      `${from} took away what ${to} needs (its step ${lost}). To go back, restore the backup that was taken before the ` +
        'update (docs/operations.md, "Going back").',
    )
  const gone = await findStepBeyond(current, target)
  if (gone !== undefined) say(`${to} takes away what ${from} needs (step ${gone}): going back will need the backup.`)
  if (!isWithoutBackup) await takeBackup(installation, to, say)
  keepWhatBelongsHere(current, target)

  say(`Stopping ${from}.`)
  let isGivenUp = false
  const giveUp = () => {
    say('Giving up, as you asked.')
    isGivenUp = true
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, giveUp)
  try {
    if (!(await stop(installation))) {
      say(`It did not stop. Nothing was changed; ${from} is still in place.`)
      return false
    }
    const before = readLink(home, 'previous')
    setLink(home, 'previous', current)
    setLink(home, 'current', target)
    if (service === undefined) {
      say(`${to} is in place. Start it: cd ${JSON.stringify(join(home, 'current'))} && npm start`)
      return true
    }
    if (await startAndWait(installation, say, () => isGivenUp)) {
      say(`${to} answers. To go back: npm run go-back`)
      return true
    }
    return await comeBack(installation, { failed: target, before }, say)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, giveUp)
  }
}

/**
 * Puts the version back that ran before `failed`, and the link to the one before that. Resolves with false: the update
 * has not happened.
 */
async function comeBack(
  /** @type {Installation} */ installation,
  /** @type {{ failed: string, before: string | undefined }} */ { failed, before },
  /** @type {Say} */ say,
) {
  const { home, current } = installation
  say(`${versionOf(failed)} does not answer. Back to ${versionOf(current)}.`)
  await stop(installation)
  setLink(home, 'current', current)
  if (before === undefined) rmSync(join(home, 'previous'), { force: true })
  else setLink(home, 'previous', before)
  if (await startAndWait(installation, say))
    say(`${versionOf(current)} answers again. ${versionOf(failed)} said why it did not start in its log.`)
  else
    say(
      `${versionOf(current)} does not answer either. Read its log. Where it says that a newer version took away what it ` +
        'needs, restore the backup (docs/operations.md, "Going back").',
    )
  return false
}

/** Takes a backup as the user who owns the data, and reads it back. Throws UpdateRefusal when there is none. */
async function takeBackup(
  /** @type {Installation} */ { current, settings, backups },
  /** @type {string} */ to,
  /** @type {Say} */ say,
) {
  const owner = ownerOfData(settings)
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  if (owner !== undefined) chownSync(backups, owner.uid, owner.gid)
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = join(backups, `before-${to}-${moment}Z.backup`)
  say(`Taking a backup: ${file}`)
  const { status } = spawnSync(
    process.execPath,
    [join(current, 'scripts/run-built.mjs'), 'packages/server/dist/backup.js', file],
    { cwd: current, env: settings, stdio: ['ignore', 'ignore', 'inherit'], ...owner },
  )
  if (status !== 0 || !existsSync(file))
    throw new UpdateRefusal('There is no backup, so nothing was changed. The message above says why.')
}

/**
 * The settings of a release without systemd, and the files of pages that stay open in browsers over the change: each
 * version gets those of the other.
 */
function keepWhatBelongsHere(/** @type {string} */ current, /** @type {string} */ target) {
  const copyMissing = (/** @type {string} */ from, /** @type {string} */ to) => {
    if (existsSync(from) && !existsSync(to)) copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
  copyMissing(join(current, '.env'), join(target, '.env'))
  const assets = 'packages/web/dist/assets'
  for (const [from, to] of [
    [current, target],
    [target, current],
  ]) {
    if (!existsSync(join(from, assets)) || !existsSync(join(to, assets))) continue
    for (const name of readdirSync(join(from, assets))) copyMissing(join(from, assets, name), join(to, assets, name))
  }
}

/** Returns the folder that a link leads to, if there is one. */
function readLink(/** @type {string} */ home, /** @type {string} */ name) {
  const link = join(home, name)
  return existsSync(link) ? join(home, readlinkSync(link)) : undefined
}

/** Changes a link in one step: at every moment it leads to a whole release. */
function setLink(/** @type {string} */ home, /** @type {string} */ name, /** @type {string} */ folder) {
  const draft = join(home, `.${name}-${process.pid}`)
  rmSync(draft, { force: true })
  symlinkSync(relative(home, folder), draft)
  renameSync(draft, join(home, name))
  if (readlinkSync(join(home, name)) !== basename(folder)) throw new Error(`The link ${name} was not changed.`)
}

const run = (/** @type {string} */ command, /** @type {Installation} */ { home, settings }) =>
  spawnSync('/bin/sh', ['-c', command], { cwd: home, env: settings, stdio: ['ignore', 'ignore', 'inherit'] }).status ===
  0

/** Resolves with whether nothing answers any more. */
async function stop(/** @type {Installation} */ installation) {
  const { service, healthUrl } = installation
  if (service !== undefined && !run(service.stop, installation)) return false
  for (const untilMs = Date.now() + longestStopMs; Date.now() < untilMs; await delay(pollMs))
    if (!(await answers(healthUrl, { isAnyAnswer: true }))) return true
  return false
}

/** Resolves with whether the version that `current` leads to answers within the time. */
async function startAndWait(/** @type {Installation} */ installation, /** @type {Say} */ say, isGivenUp = () => false) {
  const { service, healthUrl, waitMs, home } = installation
  if (service === undefined) return false
  const startedMs = Date.now()
  say(`Starting ${versionOf(join(home, 'current'))}.`)
  if (!run(service.start, installation)) return false
  let down = 0
  for (; Date.now() < startedMs + waitMs && !isGivenUp(); await delay(pollMs)) {
    if (await answers(healthUrl)) {
      say(`It answers after ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`)
      return true
    }
    down = run(service.isRunning, installation) ? 0 : down + 1
    if (down >= mostLooksWhileDown) return false
  }
  return false
}

async function answers(/** @type {string} */ url, { isAnyAnswer = false } = {}) {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'manual' })
    return ok || isAnyAnswer
  } catch (error) {
    // A server that takes the connection and does not answer in time still runs.
    return isAnyAnswer && error instanceof Error && error.name === 'TimeoutError'
  }
}
