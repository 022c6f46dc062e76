import { expect, test } from 'vitest'
import { createSecretBox } from '../../kernel/secret.ts'
import { stompDestinations } from './stomp-destination.ts'

const older = 'the key that goes, long enough for a key'
const newer = 'the key that comes, long enough for a key'

test('while processes change to a new key one by one, each sends to where any other told a browser to listen', () => {
  const [before, after] = [
    [older, newer],
    [newer, older],
  ].map(([first, second]) => stompDestinations(createSecretBox([first!, second!]), 'one session'))
  expect(before![0]).not.toBe(after![0])
  expect(before).toContain(after![0])
  expect(after).toContain(before![0])
  expect(stompDestinations(createSecretBox([newer]), 'one session')).toEqual([after![0]])
  expect(
    stompDestinations(createSecretBox([newer, older]), 'another session').filter((name) => after!.includes(name)),
  ).toEqual([])
})
