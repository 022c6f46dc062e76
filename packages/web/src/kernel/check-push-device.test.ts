// What becomes of the noted push device when a session begins or is restored.
import type { PushDevice } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { checkPushDevice, type PushDeviceParts } from './check-push-device.ts'
import type { NotedDevice } from './noted-push-device.ts'

const keys = { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' }
const replacedKeys = { endpoint: 'https://push.example/2', p256dh: 'q', auth: 'b' }
const noted = { id: 'device', userId: 'anna' }
const known = (changes: Partial<PushDevice> = {}) =>
  ({ id: 'device', showsDetails: true, isCurrent: false, ...changes }) as PushDevice

/** Everything that the check does, in order, as a list of calls. */
async function callsOf(
  note: NotedDevice | undefined,
  devices: readonly PushDevice[] = [known()],
  changes: Partial<PushDeviceParts> = {},
): Promise<readonly unknown[]> {
  const calls: unknown[] = []
  const record =
    <Result>(name: string, result: Result) =>
    (...given: readonly unknown[]) => {
      calls.push([name, ...given])
      return Promise.resolve(result)
    }
  await checkPushDevice('anna', {
    noted: () => Promise.resolve(note),
    note: record('note', undefined),
    forget: record('forget', undefined),
    isSignedIn: () => true,
    isGranted: () => true,
    subscription: () => Promise.resolve(keys),
    subscribe: record('subscribe', replacedKeys),
    find: record('find', { publicKey: 'key', devices: [...devices] }),
    save: record('save', { id: 'saved' }),
    remove: record('remove', undefined),
    ...changes,
  })
  return calls
}

test('a browser without a noted device makes no request', async () => {
  expect(await callsOf(undefined)).toEqual([])
})

test('the device of another user is forgotten, and nothing else happens', async () => {
  expect(await callsOf({ ...noted, userId: 'ben' })).toEqual([['forget']])
  expect(await callsOf({ ...noted, userId: 'ben', isReplaced: true })).toEqual([['forget']])
})

test('the device passes to a new session of its user and keeps its choice of details', async () => {
  for (const showsDetails of [true, false])
    expect(await callsOf(noted, [known({ showsDetails })])).toEqual([
      ['find'],
      ['save', { ...keys, showsDetails }],
      ['note', { id: 'saved', userId: 'anna' }],
    ])
})

test('a page that is loaded again saves nothing', async () => {
  expect(await callsOf(noted, [known({ isCurrent: true })])).toEqual([['find']])
})

test('without permission or subscription the device is forgotten without a request', async () => {
  expect(await callsOf(noted, [known()], { isGranted: () => false })).toEqual([['forget']])
  expect(await callsOf(noted, [known()], { subscription: () => Promise.resolve(undefined) })).toEqual([['forget']])
})

test('a device that was removed elsewhere does not come back', async () => {
  expect(await callsOf(noted, [])).toEqual([['find'], ['forget']])
})

test('a subscription that the browser replaced takes the place of the old device', async () => {
  const rest = [
    ['remove', 'device'],
    ['save', { ...replacedKeys, showsDetails: true }],
    ['note', { id: 'saved', userId: 'anna' }],
  ]
  const devices = [known({ isCurrent: true })]
  const isReplaced = true
  expect(await callsOf({ ...noted, isReplaced }, devices, { subscription: () => Promise.resolve(undefined) })).toEqual([
    ['find'],
    ['subscribe', 'key'],
    ...rest,
  ])
  expect(
    await callsOf({ ...noted, isReplaced }, devices, { subscription: () => Promise.resolve(replacedKeys) }),
  ).toEqual([['find'], ...rest])
})

test('a sign-out during the check leaves nothing behind', async () => {
  expect(await callsOf(noted, [known()], { isSignedIn: () => false })).toEqual([['find']])
  let asked = 0
  expect((await callsOf(noted, [known()], { isSignedIn: () => ++asked === 1 })).at(-1)).toEqual([
    'save',
    { ...keys, showsDetails: true },
  ])
})
