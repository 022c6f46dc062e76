// Reads a file that is stored in parts, one at a time, so that it is never in memory as a whole.

/**
 * Yields the parts of a file in their order. @throws When they are fewer than `byteCount` bytes: a file that is removed
 * while somebody downloads it must not end as if it were complete.
 */
export async function* readParts(
  byteCount: number,
  readPart: (part: number) => Promise<{ readonly content: Buffer } | undefined>,
): AsyncGenerator<Buffer> {
  let left = byteCount
  for (let part = 0; ; part++) {
    const row = await readPart(part)
    if (!row) break
    left -= row.content.length
    yield row.content
  }
  if (left > 0) throw new Error(`${left} of the ${byteCount} bytes of a stored file are no longer there.`)
}
