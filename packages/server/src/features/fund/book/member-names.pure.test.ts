import { expect, test } from 'vitest'
import { unallocatedHolderId } from '@clubfolio/domain'
import { distinctHolderNames } from './member-names.ts'

test('holders who share a name are numbered in the order of their ids, and nobody else is', () => {
  const members = new Map([
    ['019b-later', 'Ann Keller'],
    ['019a-earlier', 'Ann Keller'],
    ['019c', 'Nora Lind'],
  ])
  const nameOf = distinctHolderNames({ members })
  expect(['019a-earlier', '019b-later', '019c', unallocatedHolderId, 'gone'].map(nameOf)).toEqual([
    'Ann Keller (1)',
    'Ann Keller (2)',
    'Nora Lind',
    'Unallocated',
    'A former member',
  ])
})
