// `npm run go-back`: puts the release that ran before the last update (or the last going back) in place again, with the
// data as they are. Source: docs/decisions/0129-update-and-going-back.md.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findPrevious, readInstallation, UpdateRefusal } from './update/read-installation.mjs'
import { replaceVersion } from './update/replace-version.mjs'

const say = (/** @type {string} */ line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

try {
  const { values } = parseArgs({
    options: {
      settings: { type: 'string' },
      units: { type: 'string' },
      wait: { type: 'string' },
      'without-backup': { type: 'boolean', default: false },
    },
  })
  process.umask(0o022)
  const installation = readInstallation(fileURLToPath(new URL('..', import.meta.url)), values)
  const target = findPrevious(installation)
  const isDone = await replaceVersion(installation, target, say, { isWithoutBackup: values['without-backup'] })
  process.exitCode = isDone ? 0 : 1
} catch (error) {
  console.error(error instanceof UpdateRefusal || !(error instanceof Error) ? String(error) : error)
  process.exitCode = 2
}
