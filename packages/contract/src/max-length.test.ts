import { expect, it } from 'vitest'
import { z } from 'zod'
import { email, line, phoneNumber } from './field.ts'
import { memberRoutes } from './fund/member.ts'
import { maxLengthOf } from './max-length.ts'

it('reads the limit of a text through everything that wraps it', () => {
  expect(maxLengthOf(line(60, 'Name'))).toBe(60)
  expect(maxLengthOf(email)).toBe(254)
  expect(maxLengthOf(phoneNumber)).toBe(32)
  expect(maxLengthOf(memberRoutes.create.body.shape.email)).toBe(254)
  expect(maxLengthOf(z.array(line(40, 'Name').nullish()))).toBe(40)
})

it('knows no limit where there is none', () => {
  expect(maxLengthOf(z.string())).toBeUndefined()
  expect(maxLengthOf(z.number().max(9))).toBeUndefined()
  expect(maxLengthOf(undefined)).toBeUndefined()
})
