// From where on a page needs messages: no change is lost between its data and its feed, and nothing is read twice.
import { expect, it } from 'vitest'
import { createReadPosition, parsePosition } from './read-position.ts'

const never = () => {
  throw new Error('nothing is older')
}

it('begins at the oldest of the answers that came', () => {
  const read = createReadPosition()
  const [one, other] = [read.begin(), read.begin()]
  other(9)
  one(7)
  expect(read.open(never)).toBe(7)
})

it('does not know where to begin without an answer, or when one has no position', () => {
  expect(createReadPosition().open(never)).toBeUndefined()
  const read = createReadPosition()
  read.begin()(7)
  read.begin()(undefined)
  expect(read.open(never)).toBeUndefined()
})

it('says that an answer is older which was sent for before the feed began and comes after it', () => {
  const read = createReadPosition()
  const [slow, even, unnamed] = [read.begin(), read.begin(), read.begin()]
  read.begin()(7)
  let older = 0
  expect(read.open(() => older++)).toBe(7)
  even(7)
  expect(older).toBe(0)
  slow(6)
  unnamed(undefined)
  expect(older).toBe(2)
  // The feed follows what is sent for now; another process of the server may be a moment behind.
  read.begin()(6)
  expect(older).toBe(2)
})

it('says nothing of older answers when everything is read again anyway', () => {
  const read = createReadPosition()
  const slow = read.begin()
  expect(read.open(never)).toBeUndefined()
  slow(3)
})

it('forgets the answers of the page before', () => {
  const read = createReadPosition()
  const old = read.begin()
  read.begin()(3)
  read.open(never)
  read.reset()
  old(1)
  read.begin()(12)
  expect(read.open(never)).toBe(12)
})

it('reads a position and nothing else', () => {
  expect(['17', '0', null, '', '-1', '1.5', 'x', '9999999999999999'].map(parsePosition)).toEqual([
    17,
    0,
    ...Array.from({ length: 6 }, () => undefined),
  ])
})
