// A message that arrives while a screen loads for the first time is not lost.
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { rereadStaleFirstAnswers } from './stale-first-answer.ts'

const queryKey = ['notification', 'recent']

/** A screen with one query, whose answers come when the test gives them. */
function openScreen() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  rereadStaleFirstAnswers(client)
  const waiting: Array<{ resolve: (answer: string) => void; reject: (error: Error) => void }> = []
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject })),
  })
  const close = observer.subscribe(() => undefined)
  return { client, waiting, close, shown: () => client.getQueryData(queryKey) }
}

test('what changes while the first answer is on the way is read after it', async () => {
  const { client, waiting, close, shown } = openScreen()
  void client.invalidateQueries({ queryKey: ['notification'] })
  expect(waiting).toHaveLength(1)
  waiting[0]!.resolve('none')
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  expect(shown()).toBe('none')
  waiting[1]!.resolve('one')
  await vi.waitFor(() => expect(shown()).toBe('one'))
  expect([waiting.length, client.isFetching()]).toEqual([2, 0])
  close()
})

test('a first answer without a change before it is read once, and a change after it once more', async () => {
  const { client, waiting, close, shown } = openScreen()
  waiting[0]!.resolve('none')
  await vi.waitFor(() => expect(shown()).toBe('none'))
  expect(waiting).toHaveLength(1)
  void client.invalidateQueries({ queryKey })
  expect(waiting).toHaveLength(2)
  waiting[1]!.resolve('one')
  await vi.waitFor(() => expect(shown()).toBe('one'))
  expect(waiting).toHaveLength(2)
  close()
})

test('a first answer that fails is left to its Retry', async () => {
  const { client, waiting, close } = openScreen()
  void client.invalidateQueries({ queryKey })
  waiting[0]!.reject(new Error('no answer'))
  await vi.waitFor(() => expect(client.getQueryState(queryKey)?.status).toBe('error'))
  expect(waiting).toHaveLength(1)
  close()
})
