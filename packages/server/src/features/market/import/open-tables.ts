// The tables of what was imported: the file itself, or the files of a zip archive, unpacked to a folder of their own
// that is removed afterwards.
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Table } from './examine-table.ts'
import { isZip } from './file-content.ts'
import type { ImportLimits } from './import-limits.ts'
import { UnreadableFile } from './read-lines.ts'
import { unpackArchive } from './unpack-archive.ts'

export interface NamedTable extends Table {
  readonly byteCount: number
}

export interface OpenTables {
  readonly tables: readonly [NamedTable, ...NamedTable[]]
  readonly isArchive: boolean
  /** Files of an archive that are no tables. */
  readonly leftOut: number
  readonly close: () => Promise<void>
}

export type OpenFolder = () => Promise<{ readonly path: string; readonly remove: () => Promise<void> }>

interface OpenOptions {
  readonly path: string
  readonly name: string
  readonly byteCount: number
  /** Creates the folder for unpacked files. */
  readonly openFolder?: OpenFolder | undefined
  readonly limits: Pick<ImportLimits, 'archive' | 'unpacking'>
  readonly onBytes: () => Promise<void>
}

export async function openTables(options: OpenOptions): Promise<OpenTables> {
  const { path, name, byteCount, openFolder = openTemporaryFolder, limits, onBytes } = options
  // A pipe has no size, and reading its first bytes would take them away.
  if (byteCount === 0 || !(await startsAsZip(path))) {
    return {
      tables: [{ path, names: [name], byteCount }],
      isArchive: false,
      leftOut: 0,
      close: () => Promise.resolve(),
    }
  }
  const { path: folder, remove: close } = await openFolder()
  try {
    const { tables, leftOut } = await unpackArchive({ path, folder, limits, onBytes })
    const [first, ...rest] = tables.map((table): NamedTable => ({
      path: table.path,
      byteCount: table.byteCount,
      names: tables.length === 1 ? [table.name, basename(name)] : [table.name],
    }))
    if (first === undefined) throw new UnreadableFile('The archive is empty.')
    return { tables: [first, ...rest], isArchive: true, leftOut, close }
  } catch (error) {
    await close()
    throw error
  }
}

const openTemporaryFolder: OpenFolder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'clubfolio-unpacked-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

async function startsAsZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return isZip(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
