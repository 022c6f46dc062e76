import { access } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { describePermission, namePermission } from './permission-words.ts'

const none = () => false

test('one key', () => {
  expect(namePermission(access.key('VMA'), none)).toBe('View my accounts')
  expect(describePermission(access.key('VMA'), none, 'see your accounts')).toBe(
    'To see your accounts, you need the permission “View my accounts” (VMA). An administrator can grant it by adding ' +
      'you to a group that has it.',
  )
})

test('one of several', () => {
  expect(describePermission(access.anyOf('CA', 'CMA'), none, 'link an account')).toBe(
    'To link an account, you need the permission “Create account” (CA) or “Create my account” (CMA). An administrator ' +
      'can grant it by adding you to a group that has it.',
  )
})

test('of several together only those that are missing', () => {
  const both = access.allOf('VU', 'LUP')
  expect(describePermission(both, none, 'change the groups')).toMatch(
    /^To change the groups, you need the permissions “View users” \(VU\) and “List and update permissions” \(LUP\)\./,
  )
  expect(describePermission(both, (key) => key === 'VU', 'change the groups')).toMatch(
    /^To change the groups, you need the permission “List and update permissions” \(LUP\)\./,
  )
})
