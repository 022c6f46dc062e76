import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readParts } from './read-parts.ts'

const stored = [Buffer.from('one '), Buffer.from('two '), Buffer.from('three')]
const read = (byteCount: number, parts: readonly Buffer[]): Promise<Buffer> =>
  buffer(Readable.from(readParts(byteCount, async (part) => Promise.resolve(parts[part] && { content: parts[part] }))))

test('a file is its parts in their order', async () => {
  expect((await read(13, stored)).toString()).toBe('one two three')
})

test.each([
  ['lost its last part', stored.slice(0, 2)],
  ['lost a part in the middle', [stored[0]!]],
  ['is removed before its first part is read', []],
])('reading a file that %s fails', async (_what, parts) => {
  await expect(read(13, parts)).rejects.toThrow(/^\d+ of the 13 bytes of a stored file are no longer there\.$/)
})
