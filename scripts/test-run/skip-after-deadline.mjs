// Vitest's set-up of a run with a deadline (`deadline.mjs`).
import { beforeEach } from 'vitest'
import { isTimeOver, notBegun } from './deadline.mjs'

beforeEach(({ skip }) => {
  if (isTimeOver()) skip(notBegun)
})
