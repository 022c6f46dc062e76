import { expect, test } from 'vitest'
import { noMember, standingOf } from './member-standing.ts'

test('somebody whom no manager linked is no member, whether they manage something or not', () => {
  expect(standingOf({ memberOf: [], isManager: false }, 0)).toEqual(noMember)
  expect(standingOf({ memberOf: [], isManager: true }, 2)).toEqual(noMember)
})

test('a member who manages nothing is only a member, until they manage something or have linked an account', () => {
  const memberOf = ['Jon Vale']
  expect(standingOf({ memberOf, isManager: false }, 0)).toEqual({ isMember: true, isMemberOnly: true })
  expect(standingOf({ memberOf, isManager: true }, 0)).toEqual({ isMember: true, isMemberOnly: false })
  expect(standingOf({ memberOf, isManager: false }, 1)).toEqual({ isMember: true, isMemberOnly: false })
})
