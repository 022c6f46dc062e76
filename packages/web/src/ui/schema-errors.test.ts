import { expect, it } from 'vitest'
import { z } from 'zod'
import { schemaErrors, wireDollars } from './schema-errors.ts'

it('names each field once, by its first issue, in the order of the schema', () => {
  const schema = z.object({ name: z.string().min(3, 'Too short.').regex(/^x/, 'No x.'), list: z.array(z.number()) })
  const errors = schemaErrors(schema, { name: 'a', list: ['b', 'c'] })
  expect(Object.entries(errors)).toEqual([
    ['name', 'Too short.'],
    ['list', expect.any(String)],
  ])
  expect(schemaErrors(schema, { name: 'xyz', list: [1] })).toEqual({})
})

it('writes typed dollars as the wire takes them, and leaves what is no amount', () => {
  expect([wireDollars('50.'), wireDollars('.5'), wireDollars('1,5'), wireDollars('')]).toEqual([
    '50.00',
    '0.50',
    '1,5',
    '',
  ])
})
