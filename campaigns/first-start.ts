// A first start that is killed at random moments, including while PostgreSQL initialises its folder and while tables
// are created, and an older installation that is killed during its migration. The next start always leads to a working
// product with the right tables, and an older fund still shows its figures. Source: docs/rules/promises.md, "Books and
// data".
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { launchProduct, startProduct, type LaunchedProduct, type Product } from '../e2e/support/product.ts'
import { signInByCalls } from './support/club.ts'
import { makeFixtureFolder } from './support/fixture-folder.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { familyOf, killAll, postmasterOf } from './support/processes.ts'
import { countRelationsBeingMade, describeTables } from './support/tables.ts'
import { openVerdict } from './support/verdict.ts'

const moments = ['set-up', 'migrations', 'anywhere', 'older tables'] as const
type Moment = (typeof moments)[number]

const { rounds, seed } = readCampaignOptions(24)
const random = seededRandom(seed)
const verdict = openVerdict()
const environment = { CLUBFOLIO_MARKET_INSTRUMENTS: '10', CLUBFOLIO_LOG: 'info' }
const pollMs = 4

// The result of an undisturbed start: the tables, how long it takes, how many relations its migrations create, and the
// older fund's figures.
const older = await makeFixtureFolder('after-issue-6')
const undisturbed = await watchStart(await emptyFolder())
const olderUndisturbed = await watchStart(await copyOf(older))
const tables = undisturbed.tables
verdict.expect(
  olderUndisturbed.tables === tables,
  'an older installation that was brought forward has other tables than a new one',
)
console.log(
  `undisturbed: ${(undisturbed.tookMs / 1000).toFixed(1)} s, of which set-up ${(undisturbed.setUpMs / 1000).toFixed(1)} s; ${undisturbed.relations} relations made, ${olderUndisturbed.relations} changed in an older installation`,
)

const struck = new Map<string, number>()
for (let round = 1; round <= rounds; round++) {
  const moment = moments[(round - 1) % moments.length]!
  const isOlder = moment === 'older tables'
  const folder = isOlder ? await copyOf(older) : await emptyFolder()
  const product = await launchProduct({ dataDirectory: folder, environment })
  const phase = await waitFor(product, moment)
  // Every second time everything dies with the server: PostgreSQL, its initialisation, the brokerage.
  const isAll = Math.floor((round - 1) / moments.length) % 2 === 1
  const family = isAll ? await familyOf(product.processId) : [product.processId]
  const database = isAll ? [postmasterOf(folder)] : []
  killAll([...family, ...database])
  await product.ended
  const words = `${phase}, ${isAll ? 'everything' : 'the server'} killed`
  struck.set(words, (struck.get(words) ?? 0) + 1)
  try {
    const again = await startProduct({ dataDirectory: folder, environment })
    verdict.expect(
      (await describeTables(folder)) === tables,
      `round ${round} (${words}): other tables than after an undisturbed start`,
    )
    const figures = await useIt(again, isOlder)
    if (isOlder)
      verdict.expect(
        figures === olderUndisturbed.figures,
        `round ${round} (${words}): the older fund says something else`,
      )
    await again.end()
    const left = (await readdir(folder)).filter((name) => name.includes('draft') || name.endsWith('.new'))
    verdict.expect(left.length === 0, `round ${round} (${words}): left behind ${left.join(', ')}`)
  } catch (error) {
    verdict.broken(`round ${round} (${words}): ${error instanceof Error ? error.message : String(error)}`)
  }
  await rm(folder, { recursive: true, force: true })
  if (round % 4 === 0) console.log(`${round} first starts killed`)
}
await rm(older, { recursive: true })
verdict.figure('first starts killed', rounds)
for (const [words, count] of struck) verdict.figure(words, count)
verdict.end()

interface Watched {
  readonly tookMs: number
  readonly setUpMs: number
  readonly relations: number
  readonly tables: string
  readonly figures: string
}

/** Starts on the folder, checks everything, stops, and deletes the folder. */
async function watchStart(folder: string): Promise<Watched> {
  const startedMs = performance.now()
  const product = await launchProduct({ dataDirectory: folder, environment })
  let setUpMs = 0
  let relations = 0
  const ready = new AbortController()
  void product.ready.then(() => ready.abort())
  while (!ready.signal.aborted) {
    if (setUpMs === 0 && product.output().includes('Starting the database server'))
      setUpMs = performance.now() - startedMs
    if (setUpMs > 0) relations = Math.max(relations, await countRelationsBeingMade(folder))
    await delay(pollMs)
  }
  const tookMs = performance.now() - startedMs
  const figures = await useIt(product, folder.includes('older'))
  const described = await describeTables(folder)
  await product.end()
  await rm(folder, { recursive: true })
  return { tookMs, setUpMs, relations, tables: described, figures }
}

/** Waits for the moment, at random within its phase, and returns how far the start had got. */
async function waitFor(product: LaunchedProduct, moment: Moment): Promise<string> {
  const ready = new AbortController()
  void product.ready.then(
    () => ready.abort(),
    () => undefined,
  )
  const says = async (words: string): Promise<void> => {
    while (!ready.signal.aborted && !product.output().includes(words)) await delay(pollMs)
  }
  if (moment === 'anywhere') await delay(random() * undisturbed.tookMs)
  if (moment === 'set-up') {
    await says('Setting up the database')
    await delay(random() * undisturbed.setUpMs)
  }
  if (moment === 'migrations' || moment === 'older tables') {
    await says('Starting the database server')
    const enough = 1 + random() * (moment === 'migrations' ? undisturbed : olderUndisturbed).relations * 0.95
    for (;;) {
      const count = await countRelationsBeingMade(product.dataDirectory)
      if (count >= enough) return moment
      if (ready.signal.aborted) break
    }
  }
  if (ready.signal.aborted) return 'ready already'
  const said = product.output()
  if (said.includes('"migration"') || said.includes('simulated market')) return 'after the migrations'
  if (said.includes('Starting the database server')) return 'between set-up and migrations'
  return said.includes('Setting up the database') ? 'set-up' : 'before the set-up'
}

/** Signs in and uses the product; returns the figures that an older fund shows. */
async function useIt(product: Product, isOlder: boolean): Promise<string> {
  const { client, id } = await signInByCalls(product, 'manager@clubfolio.example')
  if ((await client.stock.searchByKeyword({ params: { keyword: 'SPY' } })).length === 0)
    throw new Error('The market is empty.')
  if (!isOlder) {
    await client.member.create({ body: { firstName: 'Ann', lastName: 'Keller', phone: '2125550141' } })
    return JSON.stringify((await client.member.findAllMembers()).length)
  }
  const [account] = await client.account.viewMyAccount({ params: { userId: id } })
  const figures = [
    await client.member.fundOverview({ params: { accountId: account!.id } }),
    await client.member.searchParticipationByAccount({ params: { accountId: account!.id } }),
  ]
  return JSON.stringify(figures, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}

function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'clubfolio-first-start-'))
}

async function copyOf(template: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clubfolio-first-start-older-'))
  await cp(template, folder, { recursive: true, preserveTimestamps: true })
  return folder
}
