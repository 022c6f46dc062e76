// Packs a folder as .tar.gz that depends on its contents alone: fixed order, owner, modes and times.
import { createWriteStream, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { listFolder } from './list-folder.mjs'

/**
 * Everything is below `name/` in the archive. Resolves with the number of files and links.
 * @param {{ folder: string, name: string, archive: string, modifiedAt: Date }} order
 */
export async function packFolder({ folder, name, archive, modifiedAt }) {
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 9 }), createWriteStream(archive))
  const paths = listFolder(folder)
  const fixed = { uid: 0, gid: 0, uname: '', gname: '', mtime: modifiedAt }
  for (const path of paths) {
    const file = join(folder, path)
    const { mode, ...status } = lstatSync(file)
    const entry = { ...fixed, name: `${name}/${path}` }
    if ((mode & 0o170000) === 0o120000)
      await add(tar, { ...entry, type: 'symlink', mode: 0o777, linkname: readlinkSync(file) })
    else {
      const isProgram = (mode & 0o100) !== 0
      await add(tar, { ...entry, size: status.size, mode: isProgram ? 0o755 : 0o644 }, readFileSync(file))
    }
  }
  tar.finalize()
  await written
  return paths.length
}

/** @returns {Promise<void>} */
function add(
  /** @type {import('tar-stream').Pack} */ tar,
  /** @type {import('tar-stream').Headers} */ entry,
  /** @type {Buffer} */ content = Buffer.alloc(0),
) {
  return new Promise((resolve, reject) => {
    tar.entry(entry, content, (error) => (error ? reject(error) : resolve()))
  })
}
