import { expect, it } from 'vitest'
import { formatDuration } from './duration.ts'

it.each([
  [0, '0.0 s'],
  [400, '0.4 s'],
  [9_940, '9.9 s'],
  [9_960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1 min'],
  [192_000, '3 min 12 s'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
  [-5, '0.0 s'],
])('%s milliseconds are %s', (ms, words) => expect(formatDuration(ms)).toBe(words))
