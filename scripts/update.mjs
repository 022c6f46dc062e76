// `npm run update -- ARCHIVE`: puts a newer release in place of the one that runs, from the folder `current`. It checks
// the archive, unpacks it beside the old one, takes a backup, changes the link, and waits until the new version answers;
// otherwise the old one is back by itself. Source: docs/decisions/0129-update-and-going-back.md.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readInstallation, UpdateRefusal } from './update/read-installation.mjs'
import { replaceVersion } from './update/replace-version.mjs'
import { unpackRelease } from './update/unpack-release.mjs'

const usage = 'Say: npm run update -- ARCHIVE [--settings FILE] [--units "NAME …"] [--wait SECONDS]'
const say = (/** @type {string} */ line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { settings: { type: 'string' }, units: { type: 'string' }, wait: { type: 'string' } },
  })
  const [given, ...rest] = positionals
  if (given === undefined || rest.length > 0) throw new UpdateRefusal(usage)
  // Folders of the release are for everybody to read, whatever the shell of the administrator says.
  process.umask(0o022)
  const archive = resolve(process.env['INIT_CWD'] ?? '.', given)
  const installation = readInstallation(fileURLToPath(new URL('..', import.meta.url)), values)
  const target = await unpackRelease(archive, installation, say)
  process.exitCode = (await replaceVersion(installation, target, say)) ? 0 : 1
} catch (error) {
  console.error(error instanceof UpdateRefusal || !(error instanceof Error) ? String(error) : error)
  process.exitCode = 2
}
