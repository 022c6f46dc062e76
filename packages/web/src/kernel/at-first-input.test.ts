import { afterEach, expect, test, vi } from 'vitest'
import { atFirstInput } from './at-first-input.ts'

const page = new EventTarget()
afterEach(() => void vi.unstubAllGlobals())

test.each(['pointermove', 'pointerdown', 'keydown', 'click'])('a %s loads once what a page in use needs', (input) => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const act = vi.fn<() => void>()
  atFirstInput(act)
  page.dispatchEvent(new Event('scroll'))
  expect(act).not.toHaveBeenCalled()
  page.dispatchEvent(new Event(input))
  page.dispatchEvent(new Event('click'))
  page.dispatchEvent(new Event(input))
  expect(act).toHaveBeenCalledOnce()
})
