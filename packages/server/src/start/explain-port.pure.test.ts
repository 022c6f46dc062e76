import { expect, test } from 'vitest'
import { explainPort } from './explain-port.ts'

const failed = (code: string) => explainPort(Object.assign(new Error(code), { code }), { host: '10.9.9.9', port: 80 })

test.each([
  ['EADDRINUSE', /port 80 is taken by another program\. Stop it, or set PORT to a free one\.$/],
  ['EACCES', /this user may not listen at port 80/],
  ['EADDRNOTAVAIL', /10\.9\.9\.9 is no address of this machine/],
])('%s is one sentence that says what to change', (code, words) => {
  expect(failed(code)?.message).toMatch(words)
})

test('everything else is a fault', () => {
  expect(failed('EMFILE')).toBeUndefined()
})
