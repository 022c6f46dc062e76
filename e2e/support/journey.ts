// The test of the journeys. A worker starts a product once and shares it among all journeys that neither move its clock
// nor disturb its programs. Each journey gets a person of its own, made over HTTP, whose page is signed in before it
// opens: a file names their role by `test.use({ role: 'manager' })` and its journeys take `{ page, product, person }`.
//
// A journey that moves the clock, or needs the demonstration's account to itself, takes a product of its own by
// `test.use({ ownProduct: {} })`. Where several journeys of a file do, `shareProduct()` starts one product for all of
// them, and they take new persons on it.
import { createClient, type Client, type SessionUser } from '@clubfolio/contract'
import type { APIRequestContext, Page } from '@playwright/test'
import { severalBrokerages, startProduct, type Product, type ProductOptions } from './product.ts'
import { demonstrationPassword, enterSession, openSession, people, startBrowserClock } from './sign-in.ts'
import { test as base } from './timed-test.ts'

export { expect } from '@playwright/test'

/**
 * What a shared product starts with. `people`: the demonstration's people without accounts, 20 instruments. `club`: the
 * demonstration's fund with a year of trades, 60 instruments; journeys on it read, or write only what no other one
 * looks at.
 */
export type Ground = 'people' | 'club'

/** As the demonstration has them: the same names and groups. */
export type Role = keyof typeof people

export interface Person {
  readonly id: string
  readonly email: string
  readonly phoneNumber: string
  /** Speaks for this person in the session of their page. */
  readonly client: Client
  /** A name that no other login of the brokerage has. */
  readonly brokerageLogin: string
  /** The answer of their sign-in, for `enterSession`. */
  readonly user: SessionUser
}

interface Names {
  readonly firstName: string
  readonly lastName: string
}

interface JourneyOptions {
  readonly ground: Ground
  /**
   * Whom the page is signed in as: a new person; on `club` and on a product of the journey's own, the demonstration's.
   * Without a role nobody is signed in.
   */
  readonly role: Role | undefined
  /** Where `role` shall not mean what it says above. */
  readonly personFrom: 'new' | 'demonstration' | undefined
  /** Starts a product for this journey alone, in place of the shared one of `ground`. */
  readonly ownProduct: ProductOptions | undefined
  /** What `shareProduct` started. */
  readonly file: { readonly home?: Home }
}

interface JourneyFixtures {
  readonly home: Home
  readonly product: Product
  readonly signedIn: Person | undefined
  /** The person of `page`. */
  readonly person: Person
  /** Makes one more person: `enterSession(otherPage, product, (await another('member')).user)`. */
  readonly another: (role: Role, names?: Partial<Names>) => Promise<Person>
  /** Opens a page in a browser of its own, in this session: `await openAs(await another('member'))`. */
  readonly openAs: (person: Pick<Person, 'user'>) => Promise<Page>
  /** Signs a person in once more, from a browser that was not used before. */
  readonly signInElsewhere: (person: Pick<Person, 'email'>) => Promise<SessionUser>
}

/** A product and its people. */
export interface Home {
  readonly product: Product
  demonstrationPerson(role: Role): Promise<Person>
  makePerson(role: Role, names?: Partial<Names>): Promise<Person>
}

interface WorkerFixtures {
  readonly sharedHomes: (ground: Ground) => Promise<Home>
}

const groupKeys = {
  manager: 'MANAGERS',
  administrator: 'ADMINISTRATORS',
  member: 'INVESTORS',
} as const satisfies Record<Role, string>
const namesOf = {
  manager: { firstName: 'Maria', lastName: 'Keller' },
  administrator: { firstName: 'Alan', lastName: 'Brooks' },
  member: { firstName: 'Nora', lastName: 'Lind' },
} as const satisfies Record<Role, Names>
const demonstrationNumbers = {
  manager: '+12125550101',
  administrator: '+12125550102',
  member: '+12125550103',
} as const satisfies Record<Role, string>

const environments = {
  people: {},
  club: { CLUBFOLIO_DEMO: 'club', CLUBFOLIO_MARKET_INSTRUMENTS: '60', ...severalBrokerages },
} as const satisfies Record<Ground, Readonly<Record<string, string>>>

/** The first product of a run sets everything up, which is no part of a journey's time. */
const startLimitMs = 240_000

export const test = base.extend<JourneyOptions & JourneyFixtures, WorkerFixtures>({
  ground: ['people', { option: true }],
  role: [undefined, { option: true }],
  personFrom: [undefined, { option: true }],
  ownProduct: [undefined, { option: true }],
  file: [{}, { option: true }],

  sharedHomes: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext()
      const homes = new Map<Ground, Promise<Home>>()
      await use((ground) => {
        const home =
          homes.get(ground) ??
          startProduct({ environment: environments[ground] }).then((product) => makeHome(request, product))
        homes.set(ground, home)
        return home
      })
      for (const { product } of await Promise.all(homes.values())) await product.stop()
      await request.dispose()
    },
    { scope: 'worker' },
  ],

  home: [
    async ({ sharedHomes, file, ground, ownProduct, playwright }, use) => {
      if (file.home) return use(file.home)
      if (ownProduct === undefined) return use(await sharedHomes(ground))
      const request = await playwright.request.newContext()
      const product = await startProduct(ownProduct)
      await use(makeHome(request, product))
      await product.stop()
      await request.dispose()
    },
    { timeout: startLimitMs },
  ],

  product: async ({ home }, use) => use(home.product),

  another: async ({ home }, use) => use(home.makePerson),

  openAs: async ({ browser, product }, use) => {
    const opened: Page[] = []
    await use(async ({ user }) => {
      const page = await (await browser.newContext()).newPage()
      opened.push(page)
      await startBrowserClock(page.context(), product.now)
      await enterSession(page, product, user)
      return page
    })
    for (const page of opened) await page.context().close()
  },

  signInElsewhere: async ({ playwright, product }, use) => {
    await use(async ({ email }) => {
      const request = await playwright.request.newContext()
      const user = await openSession(request, product, email)
      await request.dispose()
      return user
    })
  },

  signedIn: async ({ home, ground, ownProduct, personFrom, role }, use) => {
    if (role === undefined) return use(undefined)
    const from = personFrom ?? (ground === 'people' && ownProduct === undefined ? 'new' : 'demonstration')
    await use(await (from === 'new' ? home.makePerson(role) : home.demonstrationPerson(role)))
  },

  person: async ({ signedIn }, use) => {
    if (!signedIn) throw new Error("Nobody is signed in: name a role by `test.use({ role: 'manager' })`.")
    await use(signedIn)
  },

  context: async ({ context, product }, use) => {
    await startBrowserClock(context, product.now)
    await use(context)
  },

  page: async ({ page, signedIn, product }, use) => {
    if (signedIn) await enterSession(page, product, signedIn.user)
    await use(page)
  },
})

/**
 * Called at the top of a file or of a describe: its journeys share a product that only they use. They move its clock
 * forward alone, and each begins where the one before it left the clock. `options` is asked when the hooks that were
 * declared before have run. The answer gives the product and its people to the hooks that are declared afterwards.
 */
export function shareProduct(options: ProductOptions | (() => ProductOptions) = {}): () => Home {
  const file: { home?: Home } = {}
  let request: APIRequestContext
  test.use({ file })
  test.beforeAll(async ({ playwright }) => {
    test.setTimeout(startLimitMs)
    request = await playwright.request.newContext()
    file.home = makeHome(request, await startProduct(typeof options === 'function' ? options() : options))
  })
  test.afterAll(async () => {
    await file.home?.product.stop()
    await request.dispose()
  })
  return () => {
    if (!file.home) throw new Error('The product of this file has not started.')
    return file.home
  }
}

/** What a product with the demonstration's club starts with. */
export const clubEnvironment = environments.club

/** A little less than a session lasts without use. */
const sessionMs = 25 * 60_000

function makeHome(request: APIRequestContext, product: Product): Home {
  const clientOf = ({ token }: SessionUser): Client => createClient({ baseUrl: product.origin, getToken: () => token })
  const asPerson = (user: SessionUser, phoneNumber: string, brokerageLogin: string): Person => ({
    id: user.id,
    email: user.email,
    phoneNumber,
    client: clientOf(user),
    brokerageLogin,
    user,
  })
  // The demonstration's people sign in once, and again when the clock has moved on: only so many codes may go to one
  // number.
  const own = new Map<Role, { readonly person: Promise<Person>; readonly endsAtMs: number }>()
  const demonstrationPerson = (role: Role): Promise<Person> => {
    const nowMs = Date.parse(product.now)
    const known = own.get(role)
    if (known !== undefined && nowMs < known.endsAtMs) return known.person
    const person = openSession(request, product, people[role]).then((user) =>
      asPerson(user, demonstrationNumbers[role], role),
    )
    own.set(role, { person, endsAtMs: nowMs + sessionMs })
    return person
  }
  let count = 0
  return {
    product,
    demonstrationPerson,
    async makePerson(role, names) {
      count++
      const administrator = (await demonstrationPerson('administrator')).client
      const group = (await administrator.group.findAll()).find(({ nameKey }) => nameKey === groupKeys[role])!
      const email = `${role}-${count}@clubfolio.example`
      const phoneNumber = `+1212555${1000 + count}`
      await administrator.userAdmin.create({
        body: { ...namesOf[role], ...names, email, phoneNumber, password: demonstrationPassword, groupIds: [group.id] },
      })
      return asPerson(await openSession(request, product, email), phoneNumber, `${role}${count}`)
    },
  }
}
