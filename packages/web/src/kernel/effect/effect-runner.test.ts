// Sending effects without a browser: journaling, settling, joining and reporting.
import { ApiError, type EffectCall, type RequestOutcome, routeList, routes } from '@clubfolio/contract'
import { describe, expect, test } from 'vitest'
import { createEffectJournal, type JournalEntry, type JournalStorage } from './effect-journal.ts'
import { createEffectRunner, type ShownEffect } from './effect-runner.ts'

function memory(): JournalStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    get length() {
      return entries.size
    },
    key: (place) => [...entries.keys()][place] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  }
}

const order = (quantity: string): EffectCall => ({
  group: 'order',
  name: 'putOrder',
  route: routes.order.putOrder,
  input: { body: { ticket: 'ABC', quantity } },
  wire: { body: { ticket: 'ABC', quantity, directionality: 'BUY', orderType: 'MARKET' } },
})
const password: EffectCall = {
  group: 'security',
  name: 'changePassword',
  route: routes.security.changePassword,
  input: { body: { oldPassword: 'secret words' } },
  wire: { body: { oldPassword: 'secret words' } },
}
const cut = () => Promise.reject(new ApiError(0, { code: 0, error: 'cut' }))
const refused = (refusal: string, status = 409) =>
  Promise.reject(new ApiError(status, { code: status, error: refusal, refusal }))
const outcome = (
  fate: RequestOutcome['fate'],
  reason: string | null = null,
  reply: unknown = null,
): RequestOutcome => ({ fate, reason, reply })

function page(storage = memory(), answers: RequestOutcome[] = [], usedKeys = 0) {
  const state = {
    user: 'ada' as string | undefined,
    isOnline: true,
    shown: [] as readonly ShownEffect[],
    asked: [] as string[],
    wake: () => undefined as void,
  }
  let keys = usedKeys
  const runner = createEffectRunner({
    journal: createEffectJournal(storage),
    userId: () => state.user,
    isOnline: () => state.isOnline,
    nowMs: () => 1,
    newKey: () => `key-${++keys}`,
    settle: ({ key }) => {
      state.asked.push(key)
      const answer = answers.shift()
      return answer ? Promise.resolve(answer) : Promise.reject(new ApiError(0, { code: 0, error: 'no line' }))
    },
    decode: (_entry, reply) => Promise.resolve(reply),
    pause: () => (answers.length > 0 ? Promise.resolve() : new Promise((resolve) => (state.wake = () => resolve()))),
    alone: (_key, work) => work(),
    show: (effects) => (state.shown = effects),
    onFound: () => undefined,
  })
  const journal = () => [...storage.entries.values()].map((text) => JSON.parse(text) as JournalEntry)
  return { runner, state, journal, storage, words: () => state.shown.map(({ words }) => words) }
}

test('an effect is written down before it leaves, and forgotten with its answer', async () => {
  const { runner, journal } = page()
  const seen: unknown[] = []
  await expect(
    runner.run(order('1'), (key) => {
      seen.push(
        key,
        journal().map(({ key: written, what }) => [written, what]),
      )
      return Promise.resolve({ message: 'ok' })
    }),
  ).resolves.toEqual({ message: 'ok' })
  expect(seen).toEqual(['key-1', [['key-1', 'Buy 1 ABC at market']]])
  expect(journal()).toEqual([])
})

test('a refusal in our own words ends it; the next try has another key', async () => {
  const { runner, journal } = page()
  const keys: string[] = []
  const send = (key: string) => {
    keys.push(key)
    return refused('orderGuarded')
  }
  await expect(runner.run(order('1'), send)).rejects.toMatchObject({ body: { refusal: 'orderGuarded' } })
  await expect(runner.run(order('1'), send)).rejects.toMatchObject({ body: { refusal: 'orderGuarded' } })
  expect(keys).toEqual(['key-1', 'key-2'])
  expect(journal()).toEqual([])
})

test.each([
  ['a cut', cut],
  ['a page of a proxy', () => Promise.reject(new ApiError(504, { code: 504, error: 'no' }))],
  ['a fault', () => Promise.reject(new ApiError(500, { code: 500, error: 'no', requestId: 'x' }))],
  ['a refusal that leaves it open', () => refused('orderUnknown', 503)],
  ['an answer that cannot be read', () => Promise.reject(new SyntaxError('no JSON'))],
])('%s is asked about until it is known', async (_name, send) => {
  const { runner, words, state, journal } = page(memory(), [
    outcome('RUNNING'),
    outcome('LOOKING', 'It is being looked for.'),
    outcome('DONE', null, { message: 'Order 7 is working.' }),
  ])
  await expect(runner.run(order('1'), send)).resolves.toEqual({ message: 'Order 7 is working.' })
  expect(state.asked).toEqual(['key-1', 'key-1', 'key-1'])
  expect(words()).toEqual(['Your order was placed. Order 7 is working.'])
  expect(journal()).toMatchObject([{ key: 'key-1', ending: { state: 'done', reason: 'Order 7 is working.' } }])
})

test('a file that its user cancelled on the way is forgotten without a question', async () => {
  const { runner, words, state, journal } = page()
  const cancelled = () => Promise.reject(new DOMException('The upload was cancelled.', 'AbortError'))
  await expect(runner.run(order('1'), cancelled)).rejects.toThrow('The upload was cancelled.')
  expect(state.asked).toEqual([])
  expect(words()).toEqual([])
  expect(journal()).toEqual([])
})

test('what did not happen fails, and says so', async () => {
  const { runner, words } = page(memory(), [outcome('NOT_DONE')])
  await expect(runner.run(order('1'), cut)).rejects.toMatchObject({
    status: 409,
    body: { refusal: 'requestWithdrawn' },
  })
  expect(words()).toEqual(['Your order was not placed: Buy 1 ABC at market. Nothing was changed.'])
})

test.each([
  [outcome('DONE', null, { message: 'Order 7 is working.' }), 'Your order was placed. Order 7 is working.'],
  [
    outcome('NOT_DONE', 'The brokerage refused it.'),
    'Your order was not placed: Buy 1 ABC at market. The brokerage refused it.',
  ],
  [outcome('UNKNOWN'), 'We could not find out whether your order was placed: Buy 1 ABC at market.'],
])('the last sentence about a lost answer stays over reloads until it is dismissed: %o', async (answer, sentence) => {
  const storage = memory()
  const sent = page(storage, [answer])
  await sent.runner.run(order('1'), cut).catch(() => undefined)
  for (const reloaded of [page(storage), page(storage)]) {
    reloaded.runner.resume()
    expect(reloaded.words()).toEqual([sentence])
    expect(reloaded.state.asked).toEqual([])
  }
  // Nothing joins an ended request: sending the same content again is a new request.
  const last = page(storage, [], 1)
  last.runner.resume()
  await expect(last.runner.run(order('1'), (key) => Promise.resolve(`sent as ${key}`))).resolves.toBe('sent as key-2')
  last.runner.dismiss('key-1')
  expect([last.words(), last.journal()]).toEqual([[], []])
  const after = page(storage)
  after.runner.resume()
  expect(after.words()).toEqual([])
})

test('a change that waits for a second person is not said to be carried out, also after a reload', async () => {
  const body = { accountId: 'a', until: '2026-02-28' }
  const close: EffectCall = {
    group: 'fund',
    name: 'closePeriod',
    route: routes.fund.closePeriod,
    input: { body },
    wire: { body },
  }
  const storage = memory()
  const reply = { message: 'A second person is asked.', waitingId: 'w' }
  const sent = page(storage, [outcome('DONE', null, reply)])
  await expect(sent.runner.run(close, cut)).resolves.toEqual(reply)
  const reloaded = page(storage)
  reloaded.runner.resume()
  for (const { words } of [sent, reloaded])
    expect(words()).toEqual([
      'This was sent and waits for approval: Close the books up to 2026-02-28. A second person is asked.',
    ])
})

test('equal content joins the request whose fate is open, over a closed form and a reload', async () => {
  const storage = memory()
  const before = page(storage)
  let sent = 0
  const send = () => {
    sent++
    return cut()
  }
  void before.runner.run(order('1'), send).catch(() => undefined)
  void before.runner.run(order('1'), send).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(sent).toBe(1)
  const after = page(storage, [outcome('RUNNING'), outcome('DONE', null, { orderId: '7' })])
  await expect(after.runner.run(order('1'), send)).resolves.toEqual({ orderId: '7' })
  expect(sent).toBe(1)
  expect(after.state.asked).toEqual(['key-1', 'key-1'])
})

test('other content is another request', async () => {
  const { runner } = page()
  const keys: string[] = []
  const send = (key: string) => {
    keys.push(key)
    return Promise.resolve(key)
  }
  await Promise.all([runner.run(order('1'), send), runner.run(order('2'), send)])
  expect(keys).toEqual(['key-1', 'key-2'])
})

test('offline nothing is sent, nothing is written down, and nothing is sent later', async () => {
  const { runner, state, journal } = page()
  state.isOnline = false
  let sent = 0
  await expect(runner.run(order('1'), () => Promise.resolve(++sent))).rejects.toMatchObject({
    message: 'You are offline. Nothing was sent.',
  })
  state.isOnline = true
  runner.resume()
  expect([sent, journal()]).toEqual([0, []])
})

test('nobody else sees or asks about it; its user learns of it after a new sign-in', async () => {
  const storage = memory()
  const first = page(storage)
  void first.runner.run(order('1'), cut).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 0))
  const second = page(storage, [outcome('NOT_DONE')])
  second.state.user = 'bob'
  second.runner.resume()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect([second.state.asked, second.words()]).toEqual([[], []])
  second.state.user = 'ada'
  second.runner.resume()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(second.state.asked).toEqual(['key-1'])
  expect(second.words()).toEqual(['Your order was not placed: Buy 1 ABC at market. Nothing was changed.'])
})

const wallet = (name: string, reference: string): EffectCall => ({
  group: 'wallet',
  name: 'create',
  route: routes.wallet.create,
  input: { body: { currency: 'USD', type: 'CASH', name, reference } },
  wire: { body: { currency: 'USD', type: 'CASH', name, reference } },
})

test('a form that is opened a second time joins the request of the first, though each made a reference of its own', async () => {
  const storage = memory()
  void page(storage)
    .runner.run(wallet('Second', 'a'), cut)
    .catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 0))
  let sent = 0
  const after = page(storage, [outcome('DONE', null, { number: '7' })], 1)
  await expect(after.runner.run(wallet('Second', 'b'), () => Promise.resolve(++sent))).resolves.toEqual({ number: '7' })
  expect([sent, after.state.asked]).toEqual([0, ['key-1']])
  await expect(after.runner.run(wallet('Third', 'c'), () => Promise.resolve(++sent))).resolves.toBe(1)
})

test('what may be sent again says so while nobody knows whether it happened', async () => {
  const { runner, state } = page(memory(), [outcome('UNKNOWN'), outcome('UNKNOWN')])
  await expect(runner.run(wallet('Second', 'a'), cut)).rejects.toThrow('We could not find out')
  await expect(runner.run(order('1'), cut)).rejects.toThrow('We could not find out')
  expect(state.shown.map(({ entry }) => entry.isRepeatable)).toEqual([true, undefined])
})

describe('sending again what did not happen', () => {
  const ended = async () => {
    const storage = memory()
    const made = page(storage, [outcome('NOT_DONE')])
    await expect(made.runner.run(order('1'), cut)).rejects.toThrow('was not placed')
    const again = (send: (key: string) => Promise<unknown>) =>
      made.runner.again('key-1', () => made.runner.run(order('1'), send))
    return { ...made, again }
  }

  test('takes the place of the sentence as soon as it is written down', async () => {
    const { again, words, journal } = await ended()
    const reply = again(() => {
      expect([words(), journal().map(({ key }) => key)]).toEqual([[], ['key-2']])
      return Promise.resolve({ orderId: '7' })
    })
    await expect(reply).resolves.toEqual({ orderId: '7' })
    expect([words(), journal()]).toEqual([[], []])
  })

  test('is one request for a double click, and both clicks hear of its end', async () => {
    const { again } = await ended()
    let answer: (reply: object) => void = () => undefined
    let sent = 0
    const heard: string[] = []
    const click = (name: string) =>
      again(
        () =>
          new Promise((resolve) => {
            sent++
            answer = resolve
          }),
      ).then(() => heard.push(name))
    const both = Promise.all([click('first'), click('second')])
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect([sent, heard]).toEqual([1, []])
    answer({})
    await both
    expect(heard).toEqual(['first', 'second'])
  })

  test('keeps the draft without a line, and when it is refused', async () => {
    const { again, state, words, journal } = await ended()
    state.isOnline = false
    await expect(again(() => Promise.resolve({}))).rejects.toThrow('You are offline')
    expect([words(), journal().map(({ key }) => key)]).toEqual([
      ['Your order was not placed: Buy 1 ABC at market. Nothing was changed.'],
      ['key-1'],
    ])
    state.isOnline = true
    await expect(again(() => refused('sessionEnded', 401))).rejects.toThrow('sessionEnded')
    expect([words(), journal()]).toMatchObject([
      ['Your order was not placed: Buy 1 ABC at market. sessionEnded'],
      [{ key: 'key-1', wire: { body: { ticket: 'ABC' } } }],
    ])
  })

  test('by typing it takes the offer to send it away as well; another wish does not', async () => {
    const { runner, words } = await ended()
    await runner.run(order('2'), () => Promise.resolve({}))
    expect(words()).toHaveLength(1)
    await runner.run(order('1'), () => Promise.resolve({}))
    expect(words()).toEqual([])
  })
})

test('every effect keeps its draft and is joined after a reload, but those that hold a secret or a file', async () => {
  const lost: string[] = []
  for (const { group, name, route } of routeList.filter((one) => one.route.effect !== undefined)) {
    const storage = memory()
    const wire = { body: { some: 'content' } }
    const effect = { group, name, route, input: wire, wire }
    void page(storage)
      .runner.run(effect, cut)
      .catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 0))
    let isSent = false
    const after = page(storage)
    const isDraftKept = after.journal()[0]?.wire !== undefined
    void after.runner.run(effect, () => Promise.resolve((isSent = true))).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (!isDraftKept || isSent) lost.push(`${group}.${name}${isSent ? '' : ' joined'}`)
  }
  expect(lost.toSorted()).toEqual([
    'account.createMy',
    'account.renewAccount',
    'club.uploadLogo joined',
    'document.uploadDocument joined',
    'fileAccount.uploadRates joined',
    'fileAccount.uploadStatement joined',
    'fund.acceptFundInvitation',
    'fund.castVote',
    'fund.importFund joined',
    'market.uploadFile joined',
    'member.acceptMemberInvitation',
    'member.createBankAccount',
    'oidcSignIn.removeLink',
    'profile.changeMyEmail',
    'profile.changeMyPhone',
    'profile.confirmMyPhone',
    'security.changePassword',
    'signInMethod.confirmAuthenticator',
    'signInMethod.finishPasskey',
    'signInMethod.removeSignInMethod',
    'signInMethod.switchSmsCodes',
    'userAdmin.create',
    'webPush.saveDevice',
  ])
})

test('a password is never written down', async () => {
  const { runner, storage } = page()
  void runner.run(password, cut).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(storage.entries.size).toBe(1)
  expect([...storage.entries.values()].join('')).not.toContain('secret words')
})

test('broken entries of local storage are passed over', () => {
  const storage = memory()
  storage.setItem('pendingEffect:ada:x', '{')
  storage.setItem('pendingEffect:ada:y', '{"userId":"bob"}')
  expect(createEffectJournal(storage).list('ada')).toEqual([])
})
