// The bytes of a file, as chunks. A file is read more than once: what has to be known before the first row (encoding,
// order of the dates, names of the securities at the end of an OFX file) comes from earlier passes, so that memory does
// not grow with the file.

/**
 * Opens the file again, from its start.
 * @example const source: StatementSource = () => createReadStream(path)
 */
export type StatementSource = () => AsyncIterable<Uint8Array>

const chunkBytes = 65_536

/** Returns a source of bytes in memory. */
export function sourceOf(content: Uint8Array): StatementSource {
  return async function* () {
    for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
  }
}
