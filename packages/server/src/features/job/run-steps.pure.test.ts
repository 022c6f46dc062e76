import { expect, test } from 'vitest'
import { runSteps } from './run-steps.ts'

const failing = (message: string) => () => Promise.reject(new Error(message))

test('a step that fails keeps no other from its work, and the turn still tells of it', async () => {
  const done: string[] = []
  const step = (name: string) => async () => void done.push(name)
  await expect(runSteps(step('one'), failing('two broke'), step('three'))).rejects.toThrow('two broke')
  expect(done).toEqual(['one', 'three'])
  await expect(runSteps(failing('a'), failing('b'))).rejects.toMatchObject({
    errors: [{ message: 'a' }, { message: 'b' }],
  })
  await runSteps(step('four'))
  expect(done).toEqual(['one', 'three', 'four'])
})
