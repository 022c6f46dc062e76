import { expect, test } from 'vitest'
import { findCircles } from './check-folder-circles.mjs'

const file = (path, ...targets) => ({
  path: `/src/${path}`,
  text: targets.map((target) => `import type { Thing } from '${target}'`).join('\n'),
})

test('finds a circle over three folders and names the imports that close it', () => {
  const circles = findCircles('/src', [
    file('fund/record-entry.ts', '../account/own-account.ts'),
    file('account/sync-account.ts', '../task/write-task.ts'),
    file('task/write-task.ts', '../fund/record-entry.ts', '../user/find-user.ts'),
    file('user/find-user.ts'),
  ])
  expect(circles).toEqual([
    {
      folders: ['account', 'fund', 'task'],
      imports: [
        'account/sync-account.ts imports ../task/write-task.ts',
        'fund/record-entry.ts imports ../account/own-account.ts',
        'task/write-task.ts imports ../fund/record-entry.ts',
      ],
    },
  ])
})

test('keeps two separate circles apart', () => {
  const circles = findCircles('/src', [
    file('a/one.ts', '../b/two.ts'),
    file('b/two.ts', '../a/one.ts'),
    file('c/three.ts', '../d/four.ts'),
    file('d/four.ts', '../c/three.ts'),
  ])
  expect(circles.map(({ folders }) => folders)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('allows imports in one direction, within a folder, and of files beside the folders', () => {
  expect(
    findCircles('/src', [
      file('fund/record-entry.ts', '../account/own-account.ts', './entry.ts', '../services.ts'),
      file('account/own-account.ts', '../services.ts'),
      file('services.ts', './fund/record-entry.ts'),
    ]),
  ).toEqual([])
})

test('counts imports of types and imports at run time', () => {
  const late = { path: '/src/web/screen.tsx', text: "const load = () => import('../shell/frame.tsx')" }
  expect(findCircles('/src', [late, file('shell/frame.tsx', '../web/screen.tsx')])).toHaveLength(1)
})
