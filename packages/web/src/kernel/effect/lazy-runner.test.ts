import type { EffectCall } from '@clubfolio/contract'
import { expect, test, vi } from 'vitest'
import type { EffectRunner } from './effect-runner.ts'
import { createLazyRunner } from './lazy-runner.ts'

const effect = {} as EffectCall

/** A page whose runner has loaded when `arrive` was called, and not when `fail` was. */
function openPage() {
  const page = { user: 'maria', isOnline: true }
  const runner = { run: vi.fn<EffectRunner['run']>((_effect, send) => send('key')) } as unknown as EffectRunner
  const loads: { resolve: (loaded: EffectRunner) => void; reject: (error: Error) => void }[] = []
  const lazy = createLazyRunner({
    load: () => new Promise((resolve, reject) => loads.push({ resolve, reject })),
    userId: () => page.user,
    isOnline: () => page.isOnline,
  })
  return {
    page,
    lazy,
    loads,
    arrive: () => loads.at(-1)?.resolve(runner),
    fail: () => loads.at(-1)?.reject(new Error('404')),
  }
}
const sender = () => vi.fn<(key: string) => Promise<unknown>>(async () => 'answer')

test('an effect waits for the code and is sent by the one runner of the page', async () => {
  const { lazy, loads, arrive } = openPage()
  const send = sender()
  const answers = [lazy.run(effect, send), lazy.run(effect, send)]
  expect(send).not.toHaveBeenCalled()
  expect(loads).toHaveLength(1)
  arrive()
  await expect(Promise.all(answers)).resolves.toEqual(['answer', 'answer'])
})

test('once the code is there an effect is sent without a wait', async () => {
  const { lazy, arrive } = openPage()
  const loaded = lazy.load()
  arrive()
  await loaded
  const send = sender()
  const answer = lazy.run(effect, send)
  expect(send).toHaveBeenCalledOnce()
  await answer
})

test('code that cannot be loaded sends nothing, says so, and is asked for again by the next effect', async () => {
  const { page, lazy, loads, arrive, fail } = openPage()
  const send = sender()
  const first = lazy.run(effect, send)
  fail()
  await expect(first).rejects.toThrow('Part of this page could not be loaded. Nothing was sent. Load the page again.')
  page.isOnline = false
  const second = lazy.run(effect, send)
  fail()
  await expect(second).rejects.toThrow('You are offline. Nothing was sent.')
  expect(send).not.toHaveBeenCalled()
  page.isOnline = true
  const third = lazy.run(effect, send)
  arrive()
  await expect(third).resolves.toBe('answer')
  expect(loads).toHaveLength(3)
})

test('an effect of a user who signs out before the code is there is never sent for the next one', async () => {
  const { page, lazy, arrive } = openPage()
  const send = sender()
  const answer = lazy.run(effect, send)
  page.user = 'nora'
  arrive()
  await expect(answer).rejects.toThrow('The user signed out before this was sent.')
  expect(send).not.toHaveBeenCalled()
})
