// Replaces the version that runs: backup, stop, link, start, and a look whether it answers. Everything before the stop
// changes nothing that runs; after it, whatever fails brings the version back that ran before.
import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findStepBeyond, ownerOfData, UpdateRefusal, versionOf } from './read-installation.mjs'

/** @typedef {import('./read-installation.mjs').Installation} Installation */
/** @typedef {(line: string) => void} Say */
/**
 * What coming back needs: the version that failed, where the links led before, and the backup that was taken.
 * @typedef {{ failed: string, links: { current: string, previous: string | undefined }, backup?: string | undefined }} Way
 */

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
  if (target === current) return finishReplacing(installation, say)
  const [from, to] = [versionOf(current), versionOf(target)]
  await requireKnownState(installation)
  const lost = await findStepBeyond(target, current)
  if (lost !== undefined)
    throw new UpdateRefusal(
      `${from} took away what ${to} needs (its step ${lost}). To go back, restore the backup that was taken before the ` +
        'update (docs/operations.md, "Going back").',
    )
  const gone = await findStepBeyond(current, target)
  if (gone !== undefined) say(`${to} takes away what ${from} needs (step ${gone}): going back will need the backup.`)
  const backup = isWithoutBackup ? undefined : await takeBackup(installation, to, say)
  keepWhatBelongsHere(current, target)

  /** @type {Way} */
  const way = { failed: target, links: { current, previous: readLink(home, 'previous') }, backup }
  return withoutBreakingOff(say, async (isGivenUp) => {
    try {
      say(`Stopping ${from}.`)
      if (!(await stop(installation))) {
        say(`It did not stop: something still answers at ${healthUrl}. No link was changed.`)
        if (await startAndWait(installation, say)) say(`${from} still runs.`)
        else say(`${from} does not answer. Read its log, and CLUBFOLIO_HEALTH_URL in the settings.`)
        return false
      }
      // Killed in between, running it again finds the right version in place.
      setLink(home, 'current', target)
      setLink(home, 'previous', current)
      if (service === undefined) {
        say(`${to} is in place. Start it: cd ${JSON.stringify(join(home, 'current'))} && npm start`)
        return true
      }
      if (await startAndWait(installation, say, isGivenUp)) {
        say(`${to} answers. To go back: npm run go-back`)
        return true
      }
      say(`${to} does not answer. Back to ${from}.`)
    } catch (error) {
      say(`${messageOf(error)} Back to ${from}.`)
    }
    await comeBack(installation, way, say)
    return false
  })
}

/** The version is in place already: it runs, or a command that was killed left it without a start. */
async function finishReplacing(/** @type {Installation} */ installation, /** @type {Say} */ say) {
  const { home, current, service, healthUrl } = installation
  const version = versionOf(current)
  if (service === undefined || ((await look(healthUrl)) === 'well' && (await run(service.isRunning, installation)))) {
    say(`${version} is in place already.`)
    return true
  }
  say(`${version} is in place already and does not answer: starting it.`)
  return withoutBreakingOff(say, async (isGivenUp) => {
    if (await startAndWait(installation, say, isGivenUp)) {
      say(`${version} answers.`)
      return true
    }
    const before = readLink(home, 'previous')
    if (before === undefined || before === current) {
      say(`${version} does not answer, and no version before it is known. Read its log.`)
      return false
    }
    say(`${version} does not answer. Back to ${versionOf(before)}.`)
    await comeBack(installation, { failed: current, links: { current: before, previous: undefined } }, say)
    return false
  })
}

/** Throws where stopping would be in vain or the wait for an answer, because they are about different servers. */
async function requireKnownState(/** @type {Installation} */ installation) {
  const { service, healthUrl } = installation
  const found = await look(healthUrl)
  if (service === undefined) {
    if (found !== 'well') return
    throw new UpdateRefusal(
      `Clubfolio runs (${healthUrl}), and no unit of systemd is known that stops it. Stop it, and run this again.`,
    )
  }
  const isRunning = await run(service.isRunning, installation)
  if (isRunning && found === 'away')
    throw new UpdateRefusal(
      `Clubfolio runs and does not answer at ${healthUrl}. Where it answers elsewhere, set CLUBFOLIO_HEALTH_URL in the ` +
        `settings. Where it hangs, stop it first: ${service.stop}. Nothing was changed.`,
    )
  if (!isRunning && found === 'well')
    throw new UpdateRefusal(
      `Clubfolio answers at ${healthUrl}, but this does not find it running: ${service.isRunning}. Name the units that ` +
        'run it (--units "NAME …"), or the address of this server (CLUBFOLIO_HEALTH_URL). Nothing was changed.',
    )
}

/**
 * Puts the links back and starts what they lead to. Whatever fails on the way is said, and the rest still happens: a
 * disk that is full must not leave the server stopped.
 */
async function comeBack(
  /** @type {Installation} */ installation,
  /** @type {Way} */ { failed, links, backup },
  /** @type {Say} */ say,
) {
  const { home, service } = installation
  if (service !== undefined) await stop(installation)
  for (const name of /** @type {const} */ (['current', 'previous'])) {
    try {
      const folder = links[name]
      if (readLink(home, name) === folder) continue
      if (folder === undefined) rmSync(join(home, name), { force: true })
      else setLink(home, name, folder)
    } catch (error) {
      say(`The link ${join(home, name)} could not be put back: ${messageOf(error)}`)
    }
  }
  if (service === undefined) return
  const version = versionOf(links.current)
  if (await startAndWait(installation, say)) {
    say(`${version} answers again. ${versionOf(failed)} said why it did not start in its log.`)
    return
  }
  say(`${version} does not answer either. Read its log.`)
  if ((await findStepBeyond(links.current, failed)) === undefined) return
  say(`Where it says that ${versionOf(failed)} took away what it needs, restore the backup, line by line:`)
  for (const line of restoreSteps(installation, service, backup)) say(`  ${line}`)
}

/** The links lead to the version before already, so these are not the steps of docs/operations.md, "Going back". */
function restoreSteps(
  /** @type {Installation} */ { home, settings },
  /** @type {import('./read-installation.mjs').Service} */ service,
  backup = 'THE BACKUP BEFORE THE UPDATE',
) {
  const data = settings['CLUBFOLIO_DATA'] ?? '.data'
  return [
    service.stop,
    settings['DATABASE_URL']
      ? '(create an empty database, and name it in DATABASE_URL of the settings)'
      : `mv ${JSON.stringify(join(data, 'postgres'))} ${JSON.stringify(join(data, 'postgres-of-newer'))}`,
    `cd ${JSON.stringify(join(home, 'current'))} && npm run restore -- ${JSON.stringify(backup)}`,
    service.start,
  ]
}

/**
 * Runs `work` to its end: a signal makes it give up in order, and a terminal that is gone does not matter.
 * @param {Say} say
 * @param {(isGivenUp: () => boolean) => Promise<boolean>} work
 */
async function withoutBreakingOff(say, work) {
  let isGivenUp = false
  const giveUp = () => {
    if (!isGivenUp) say('Giving up, as you asked.')
    isGivenUp = true
  }
  const goOn = () => undefined
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM'])
  for (const signal of signals) process.on(signal, giveUp)
  process.on('SIGHUP', goOn)
  // They stay: what was written may come back as an error after the work has ended.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', goOn)
  try {
    return await work(() => isGivenUp)
  } finally {
    for (const signal of signals) process.off(signal, giveUp)
    process.off('SIGHUP', goOn)
  }
}

const messageOf = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error))

/** Takes a backup as the user who owns the data, reads it back, and resolves with its path. Throws UpdateRefusal when there is none. */
async function takeBackup(
  /** @type {Installation} */ { current, settings, backups },
  /** @type {string} */ to,
  /** @type {Say} */ say,
) {
  const owner = ownerOfData(settings)
  // A folder that was there keeps its owner: it may be the one of all backups of the machine.
  const made = foldersToMake(backups)
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  if (owner !== undefined) for (const path of made) chownSync(path, owner.uid, owner.gid)
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
  return file
}

/** Returns the folders that are missing on the way to `path`, itself included. */
const foldersToMake = (/** @type {string} */ path) => {
  const missing = []
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.push(folder)
  return missing
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
  return existsSync(link) ? realpathSync(link) : undefined
}

/** Changes a link in one step: at every moment it leads to a whole release. */
function setLink(/** @type {string} */ home, /** @type {string} */ name, /** @type {string} */ folder) {
  const draft = join(home, `.${name}-${process.pid}`)
  rmSync(draft, { force: true })
  try {
    symlinkSync(relative(home, folder), draft)
    renameSync(draft, join(home, name))
  } finally {
    rmSync(draft, { force: true })
  }
  if (readLink(home, name) !== folder) throw new Error(`The link ${name} was not changed.`)
}

/**
 * Resolves with whether the command ends with 0. It has a process group of its own: Ctrl-C is for us, and breaks off no
 * stop of the server half way.
 * @returns {Promise<boolean>}
 */
const run = (/** @type {string} */ command, /** @type {Installation} */ { home, settings }) =>
  new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: home,
      env: settings,
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })

/** Resolves with whether nothing answers any more. */
async function stop(/** @type {Installation} */ installation) {
  const { service, healthUrl } = installation
  if (service !== undefined && !(await run(service.stop, installation))) return false
  for (const untilMs = Date.now() + longestStopMs; Date.now() < untilMs; await delay(pollMs))
    if ((await look(healthUrl)) === 'away') return true
  return false
}

/** Resolves with whether the version that `current` leads to answers within the time, and everything of it runs. */
async function startAndWait(/** @type {Installation} */ installation, /** @type {Say} */ say, isGivenUp = () => false) {
  const { service, healthUrl, waitMs, home } = installation
  if (service === undefined) return false
  const startedMs = Date.now()
  if (!(await run(service.isRunning, installation))) {
    say(`Starting ${versionOf(realpathSync(join(home, 'current')))}.`)
    if (!(await run(service.start, installation))) return false
  }
  let down = 0
  for (; Date.now() < startedMs + waitMs && !isGivenUp(); await delay(pollMs)) {
    const isWell = (await look(healthUrl)) === 'well'
    // Asked after the answer: pages may answer while the process of the jobs has ended.
    const isRunning = await run(service.isRunning, installation)
    if (isWell && isRunning) {
      say(`It answers after ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`)
      return true
    }
    down = isRunning ? 0 : down + 1
    if (down >= mostLooksWhileDown) return false
  }
  return false
}

/**
 * Resolves with `well` when the server answers, `ill` when it runs and says that it is not well or does not answer in
 * time, and `away` otherwise. A proxy that has no server behind it answers too, which is `away`.
 * @returns {Promise<'well' | 'ill' | 'away'>}
 */
async function look(/** @type {string} */ url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'manual' })
    if (answer.ok) return 'well'
    const isOwn = answer.headers.get('content-type')?.startsWith('application/json')
    return answer.status === 503 && isOwn ? 'ill' : 'away'
  } catch (error) {
    // A server that takes the connection and does not answer in time still runs.
    return error instanceof Error && error.name === 'TimeoutError' ? 'ill' : 'away'
  }
}
