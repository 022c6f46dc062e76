// Where an installation is and how it is run: releases side by side in one folder, the link `current` to the one that
// runs and `previous` to the one before, settings and data elsewhere.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { readReleaseMark } from '../set-up/release-mark.mjs'
import { usualData, usualSettings } from '../set-up/use-settings.mjs'

/** Why an update does not begin; nothing was changed. */
export class UpdateRefusal extends Error {
  toString() {
    return this.message
  }
}

/**
 * `stop`, `start` and `isRunning` are command lines; undefined when an administrator starts and stops the server.
 * @typedef {{ stop: string, start: string, isRunning: string }} Service
 */
/**
 * @typedef {object} Installation
 * @property {string} home the folder of releases and links
 * @property {string} current the folder of the release that runs
 * @property {NodeJS.ProcessEnv} settings
 * @property {string} backups
 * @property {string} healthUrl
 * @property {number} waitMs how long the new version may take until it answers
 * @property {Service | undefined} service
 */

/**
 * Reads the installation that `root` belongs to; throws UpdateRefusal where it cannot be updated by a command.
 * @param {string} root
 * @param {{ settings?: string | undefined, units?: string | undefined, wait?: string | undefined }} options
 * @returns {Installation}
 */
export function readInstallation(root, { settings: given, units = 'clubfolio', wait = '900' }) {
  const file = given ?? (process.env['CLUBFOLIO_SETTINGS'] || undefined)
  const own = realpathSync(root)
  if (readReleaseMark(own) === undefined)
    throw new UpdateRefusal(
      'This is a clone: update it by git, then npm start. These commands are for an unpacked release.',
    )
  const home = dirname(own)
  const link = join(home, 'current')
  if (!existsSync(link))
    throw new UpdateRefusal(
      `${home} has no link named current. Make it once, and start from it: ln -s ${JSON.stringify(own)} ` +
        `${JSON.stringify(link)} (docs/operations.md, "Installing a release")`,
    )
  const current = realpathSync(link)
  const seconds = Number(wait)
  if (!(seconds > 0)) throw new UpdateRefusal('--wait takes seconds.')
  const settings = { ...process.env, ...readSettings(current, file) }
  // The backup before an update reads the same file.
  if (file !== undefined) settings['CLUBFOLIO_SETTINGS'] = resolve(file)
  const service = findService(settings, units)
  const isUnit = service?.start.startsWith('systemctl ')
  if (isUnit) settings['CLUBFOLIO_DATA'] ??= usualData
  if (settings['CLUBFOLIO_DATA'] === undefined && existsSync(join(current, '.data')))
    throw new UpdateRefusal(
      `The data are inside of the release, in ${join(current, '.data')}. Stop the server, move them out of it, and set ` +
        'CLUBFOLIO_DATA to their new place.',
    )
  return {
    home,
    current,
    settings,
    backups: settings['CLUBFOLIO_BACKUPS'] ?? (isUnit ? '/var/backups/clubfolio' : join(home, 'backups')),
    healthUrl: settings['CLUBFOLIO_HEALTH_URL'] || healthUrlOf(settings),
    waitMs: seconds * 1_000,
    service,
  }
}

/**
 * Returns where the server answers on this machine. A blank line counts as none, as for the server itself.
 * @example healthUrlOf({ HOST: '::1', PORT: '4700' }) // 'http://[::1]:4700/health'
 */
export function healthUrlOf(/** @type {NodeJS.ProcessEnv} */ { HOST, PORT }) {
  const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '4600'}/health`
}

/** The file that systemd reads, or `.env` of the release, as for the server itself. */
function readSettings(/** @type {string} */ current, /** @type {string | undefined} */ given) {
  if (given !== undefined && !existsSync(given)) throw new UpdateRefusal(`There is no file ${given}.`)
  const files = [join(current, '.env'), given ?? usualSettings].filter((path) => existsSync(path))
  return Object.assign({}, ...files.map((path) => parseEnv(readFileSync(path, 'utf8'))))
}

/** Returns the commands of the settings, or those of systemd where it knows the units. */
function findService(/** @type {NodeJS.ProcessEnv} */ settings, /** @type {string} */ units) {
  const stop = settings['CLUBFOLIO_STOP_COMMAND']
  const start = settings['CLUBFOLIO_START_COMMAND']
  const isRunning = settings['CLUBFOLIO_RUNNING_COMMAND']
  if (stop !== undefined && start !== undefined && isRunning !== undefined) return { stop, start, isRunning }
  if (stop ?? start ?? isRunning)
    throw new UpdateRefusal(
      'Set all of CLUBFOLIO_STOP_COMMAND, CLUBFOLIO_START_COMMAND and CLUBFOLIO_RUNNING_COMMAND, or none.',
    )
  if (!/^[\w@.-]+( [\w@.-]+)*$/.test(units))
    throw new UpdateRefusal('--units takes names of units, with spaces between.')
  const isKnown = spawnSync('systemctl', ['cat', ...units.split(' ')], { stdio: 'ignore' }).status === 0
  return isKnown
    ? {
        stop: `systemctl stop ${units}`,
        start: `systemctl start ${units}`,
        // Of several units it says yes when one of them is active.
        isRunning: units
          .split(' ')
          .map((unit) => `systemctl is-active -q ${unit}`)
          .join(' && '),
      }
    : undefined
}

/** Returns the folder of the version before; throws UpdateRefusal when there is none. */
export function findPrevious(/** @type {Installation} */ { home }) {
  const link = join(home, 'previous')
  if (!existsSync(link))
    throw new UpdateRefusal(`${home} has no link named previous: there was no update to go back from.`)
  return realpathSync(link)
}

export const versionOf = (/** @type {string} */ folder) =>
  readReleaseMark(folder)?.version ?? 'a version without a mark'

/** The user that owns the data; undefined when it is us, or when there are none on this machine. */
export function ownerOfData(/** @type {NodeJS.ProcessEnv} */ settings) {
  const folder = settings['CLUBFOLIO_DATA']
  if (process.getuid?.() !== 0 || folder === undefined || !existsSync(folder)) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { uid, gid }
}

/**
 * Returns the first step of `newer` that `older` cannot live with; undefined when the way back needs no backup.
 * @returns {Promise<string | undefined>}
 */
export async function findStepBeyond(/** @type {string} */ older, /** @type {string} */ newer) {
  const stepsOf = async (/** @type {string} */ folder) => {
    const program = join(folder, 'packages/server/dist/db/migrate.js')
    return existsSync(program) ? await import(pathToFileURL(program).href) : { knownMigrations: [] }
  }
  const [{ knownMigrations: before, findStepBeyond: find }, { knownMigrations: after }] = await Promise.all([
    stepsOf(older),
    stepsOf(newer),
  ])
  return find?.(new Set(after), new Set(before))
}
