// The test of the journeys. A worker starts a product once and shares it among all journeys that neither move its clock nor disturb its
// programs. Each journey gets a person of its own, made over HTTP, whose page is signed in before it opens.
//
//   test.use({ role: 'manager' })
//   test('a list is renamed', async ({ page, product, person }) => {
//     await page.goto(`${product.origin}/watchlist`)
//
// A journey that moves the clock, or needs the demonstration's account to itself, takes a product of its own:
//
//   test.describe('a day later', () => {
//     test.use({ ownProduct: {} })
import { createClient, type Client, type SessionUser } from '@clubfolio/contract'
import { test as base, type APIRequestContext } from '@playwright/test'
import { startProduct, type Product, type ProductOptions } from './product.ts'
import { demonstrationPassword, enterSession, openSession, people, startBrowserClock } from './sign-in.ts'

export { expect } from '@playwright/test'

/**
 * What a shared product starts with. `people`: the demonstration's people without accounts, 20 instruments. `club`: the demonstration's fund
 * with a year of trades, 60 instruments; journeys on it read, or write only what no other one looks at.
 */
export type Ground = 'people' | 'club'

/** As the demonstration has them: the same names and groups. */
export type Role = keyof typeof people

export interface Person {
  readonly id: string
  readonly email: string
  /** Speaks for this person in the session of their page. */
  readonly client: Client
  /** A name that no other login of the brokerage has. */
  readonly brokerageLogin: string
  /** The answer of their sign-in, for `enterSession`. */
  readonly user: SessionUser
}

interface JourneyOptions {
  readonly ground: Ground
  /**
   * Whom the page is signed in as: a new person; on `club` and on a product of the journey's own, the demonstration's. Without a role
   * nobody is signed in.
   */
  readonly role: Role | undefined
  /** Starts a product for this journey alone, in place of the shared one of `ground`. */
  readonly ownProduct: ProductOptions | undefined
}

interface JourneyFixtures {
  readonly home: Home
  readonly product: Product
  readonly signedIn: Person | undefined
  /** The person of `page`. */
  readonly person: Person
  /** Makes one more person: `enterSession(otherPage, product, (await another('member')).user)`. */
  readonly another: (role: Role) => Promise<Person>
}

/** A product and its people. */
interface Home {
  readonly product: Product
  demonstrationPerson(role: Role): Promise<Person>
  makePerson(role: Role): Promise<Person>
}

interface WorkerFixtures {
  readonly sharedHomes: (ground: Ground) => Promise<Home>
}

const groupKeys = { manager: 'MANAGERS', administrator: 'ADMINISTRATORS', member: 'INVESTORS' } as const satisfies Record<Role, string>
const names = {
  manager: { firstName: 'Maria', lastName: 'Keller' },
  administrator: { firstName: 'Alan', lastName: 'Brooks' },
  member: { firstName: 'Nora', lastName: 'Lind' },
} as const satisfies Record<Role, object>

const environments = {
  people: {},
  club: { CLUBFOLIO_DEMO: 'club', CLUBFOLIO_MARKET_INSTRUMENTS: '60' },
} as const satisfies Record<Ground, Readonly<Record<string, string>>>

export const test = base.extend<JourneyOptions & JourneyFixtures, WorkerFixtures>({
  ground: ['people', { option: true }],
  role: [undefined, { option: true }],
  ownProduct: [undefined, { option: true }],

  sharedHomes: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext()
      const homes = new Map<Ground, Promise<Home>>()
      await use((ground) => {
        const home = homes.get(ground) ?? startProduct({ environment: environments[ground] }).then((product) => makeHome(request, product))
        homes.set(ground, home)
        return home
      })
      for (const { product } of await Promise.all(homes.values())) await product.stop()
      await request.dispose()
    },
    { scope: 'worker' },
  ],

  home: async ({ sharedHomes, ground, ownProduct, playwright }, use) => {
    if (ownProduct === undefined) return use(await sharedHomes(ground))
    const request = await playwright.request.newContext()
    const product = await startProduct(ownProduct)
    await use(makeHome(request, product))
    await product.stop()
    await request.dispose()
  },

  product: async ({ home }, use) => use(home.product),

  another: async ({ home }, use) => use(home.makePerson),

  signedIn: async ({ home, ground, ownProduct, role }, use) => {
    if (role === undefined) return use(undefined)
    await use(await (ground === 'people' && ownProduct === undefined ? home.makePerson(role) : home.demonstrationPerson(role)))
  },

  person: async ({ signedIn }, use) => {
    if (!signedIn) throw new Error("Nobody is signed in: name a role by `test.use({ role: 'manager' })`.")
    await use(signedIn)
  },

  context: async ({ context }, use) => {
    await startBrowserClock(context)
    await use(context)
  },

  page: async ({ page, signedIn, product }, use) => {
    if (signedIn) await enterSession(page, product, signedIn.user)
    await use(page)
  },
})

function makeHome(request: APIRequestContext, product: Product): Home {
  const clientOf = ({ token }: SessionUser): Client => createClient({ baseUrl: product.origin, getToken: () => token })
  const asPerson = (user: SessionUser, brokerageLogin: string): Person => ({ id: user.id, email: user.email, client: clientOf(user), brokerageLogin, user })
  // The demonstration's people sign in once: only so many codes may go to one number.
  const own = new Map<Role, Promise<Person>>()
  const demonstrationPerson = (role: Role): Promise<Person> => {
    const person = own.get(role) ?? openSession(request, product, people[role]).then((user) => asPerson(user, role))
    own.set(role, person)
    return person
  }
  let count = 0
  return {
    product,
    demonstrationPerson,
    async makePerson(role) {
      count++
      const administrator = (await demonstrationPerson('administrator')).client
      const group = (await administrator.group.findAll()).find(({ nameKey }) => nameKey === groupKeys[role])!
      const email = `${role}-${count}@clubfolio.example`
      await administrator.userAdmin.create({ body: { ...names[role], email, phoneNumber: `+1212555${1000 + count}`, password: demonstrationPassword, groupIds: [group.id] } })
      return asPerson(await openSession(request, product, email), `${role}${count}`)
    },
  }
}
