import { expect, it } from 'vitest'
import { readLink } from './mailed-link.ts'

it('reads what a link is for and its token', () => {
  expect(readLink('#reset=a-b_c')).toEqual({ purpose: 'reset', token: 'a-b_c' })
  expect(readLink('invite=xyz')).toEqual({ purpose: 'invite', token: 'xyz' })
})

it.each(['', '#', '#reset', '#reset=', '#page=3'])('takes %j for no link', (hash) => {
  expect(readLink(hash)).toBeUndefined()
})
