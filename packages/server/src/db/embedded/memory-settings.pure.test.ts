import { expect, test } from 'vitest'
import { memorySettings } from './memory-settings.ts'

const gigabyte = 2 ** 30

test.each([
  ['what PostgreSQL takes by itself on a small machine', 1, '128MB'],
  ['a sixteenth of the memory', 4, '256MB'],
  ['whole megabytes', 4.01, '256MB'],
  ['at most 1 GB', 64, '1024MB'],
])('the embedded PostgreSQL keeps pages in %s', (_what, memory, shared_buffers) => {
  expect(memorySettings(memory * gigabyte)).toEqual({ shared_buffers })
})
