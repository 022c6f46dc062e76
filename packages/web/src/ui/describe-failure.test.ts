import { expect, it } from 'vitest'
import { describeFailure } from './describe-failure.ts'

it('calls a 401 Unauthorized and repeats the words of the server', () => {
  expect(describeFailure({ code: 401, error: 'Please sign in.' })).toEqual([
    { tone: 'error', title: 'Unauthorized', message: 'Please sign in.' },
  ])
})

it('shows a 404 as information', () => {
  expect(describeFailure({ code: 404, error: 'This was not found, or it is not yours.' })).toEqual([
    { tone: 'info', title: 'Error', message: 'This was not found, or it is not yours.' },
  ])
})

it('shows a single text as one error', () => {
  expect(describeFailure({ code: 409, error: 'Already there.' })).toEqual([
    { tone: 'error', title: 'Error', message: 'Already there.' },
  ])
})

it('shows one error per item of a list', () => {
  const error = [
    { field: 'email', message: 'Enter a valid e-mail address.' },
    { field: 'password', message: 'Too short.' },
  ]
  expect(describeFailure({ code: 400, error }).map((toast) => toast.message)).toEqual([
    'Enter a valid e-mail address.',
    'Too short.',
  ])
})

it('names the request of a fault, never of an expected refusal', () => {
  expect(describeFailure({ code: 500, error: 'Something failed.', requestId: 'r-7' })[0]?.message).toBe(
    'Something failed. (r-7)',
  )
  expect(describeFailure({ code: 409, error: 'Already there.', requestId: 'r-7' })[0]?.message).toBe('Already there.')
})
