// The commands of a release use the settings and the user of the service, for every caller: otherwise a command of
// root would make a second database inside of the release, or take the files of the first from the service.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { readReleaseMark } from './release-mark.mjs'

/** Where systemd reads the settings. */
export const usualSettings = '/etc/clubfolio/clubfolio.env'
/** Where the units keep the data. */
export const usualData = '/var/lib/clubfolio'

/**
 * Takes the settings of the installation for variables that are not set, and the user that owns the data when we are
 * root. Throws an Error that says what to do where it cannot. A clone stays as it is.
 * @param {string} root
 * @param {(line: string) => void} say
 */
export function useSettings(root, say, environment = process.env) {
  if (readReleaseMark(root) === undefined) return
  const given = environment['CLUBFOLIO_SETTINGS']
  const settings = readSettings(given || usualSettings, { isGiven: Boolean(given), environment })
  if (settings === undefined) return
  const isFolderGiven = Boolean(environment['CLUBFOLIO_DATA']) && !environment['DATABASE_URL']
  for (const [name, value] of Object.entries(settings)) {
    // CLUBFOLIO_DATA=FOLDER before a command means the database there.
    if (name === 'DATABASE_URL' && isFolderGiven) continue
    environment[name] ??= value
  }
  environment['CLUBFOLIO_DATA'] ||= usualData
  becomeOwner(environment['CLUBFOLIO_DATA'], { hasOwnDatabase: !environment['DATABASE_URL'] })
  const place = environment['DATABASE_URL'] ? 'the database of DATABASE_URL' : environment['CLUBFOLIO_DATA']
  say(`Settings of ${given || usualSettings}, ${place}.`)
}

/** @param {{ isGiven: boolean, environment: NodeJS.ProcessEnv }} how */
function readSettings(/** @type {string} */ file, { isGiven, environment }) {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' && !isGiven) return undefined
    // A service has its settings from systemd, and must not read the file itself.
    const isToldWhere = environment['CLUBFOLIO_DATA'] || environment['DATABASE_URL']
    if (code === 'EACCES' && isToldWhere) return undefined
    if (code === 'EACCES')
      throw new Error(`Only root can read ${file}. Run the same command as root, for example with sudo.`, {
        cause: error,
      })
    throw new Error(`The settings ${file} cannot be read: ${String(error)}`, { cause: error })
  }
}

/**
 * Root becomes the user that owns the folder of the data, so that everything that is written belongs to the service.
 * @param {string} folder
 * @param {{ hasOwnDatabase: boolean }} how
 */
function becomeOwner(folder, { hasOwnDatabase }) {
  if (process.getuid?.() !== 0) return
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined)
    throw new Error(
      `There is no folder ${folder}. Start the service once, or make the folder: ` +
        `install -d -m 700 -o clubfolio -g clubfolio ${JSON.stringify(folder)}`,
    )
  const { uid, gid } = found
  if (uid === 0) {
    // A service that runs as root has no such user.
    if (hasOwnDatabase && spawnSync('id', ['-u', 'clubfolio'], { stdio: 'ignore' }).status === 0)
      throw new Error(
        `${folder} belongs to root, and the service could not use a database that is made there. Give the folder to ` +
          `the user of the service first: chown -R clubfolio:clubfolio ${JSON.stringify(folder)}`,
      )
    return
  }
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
