import type { Group, PermissionKey } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { deleteLimit, fixedLimit, markLimit, nameLimit, permissionLimit } from './group-limit.ts'

const everything = () => true
const nothing = () => false
const group = (fields: Partial<Group>): Group => ({
  id: '0',
  name: 'Board',
  nameKey: 'BOARD',
  systemGroup: false,
  status: 'ACTIVE',
  enabledCount: 0,
  permissionCount: 22,
  requiresStrongFactor: false,
  userCount: 0,
  ...fields,
})
const builtIn = group({ nameKey: 'MANAGERS', systemGroup: true })
const marked = group({ systemGroup: true })

it('lets a group of our own change in everything', () => {
  const own = group({})
  expect([
    nameLimit(everything),
    fixedLimit(own, everything),
    markLimit(own, everything),
    deleteLimit(own, everything),
    permissionLimit(own, 'VD', everything),
  ]).toEqual(Array(5).fill(undefined))
})

it('leaves of a group that comes with the product only the name', () => {
  expect(nameLimit(everything)).toBeUndefined()
  expect([
    fixedLimit(builtIn, everything),
    markLimit(builtIn, everything),
    deleteLimit(builtIn, everything),
    permissionLimit(builtIn, 'VD', everything),
  ]).not.toContain(undefined)
})

it('leaves of a marked group the name and the mark', () => {
  expect(markLimit(marked, everything)).toBeUndefined()
  expect([
    fixedLimit(marked, everything),
    deleteLimit(marked, everything),
    permissionLimit(marked, 'VD', everything),
  ]).not.toContain(undefined)
})

it('lets users without CG change nothing, and others no permission that they lack themselves', () => {
  expect([
    nameLimit(nothing),
    fixedLimit(group({}), nothing),
    markLimit(group({}), nothing),
    deleteLimit(group({}), nothing),
  ]).not.toContain(undefined)
  const holdsVD = (key: PermissionKey) => key === 'VD'
  expect(permissionLimit(group({}), 'VD', holdsVD)).toBeUndefined()
  expect(permissionLimit(group({}), 'VR', holdsVD)).toBe('You do not hold this permission yourself')
})
