// Misbehaving disks: a second server on the same folder under load, a disk that fills up under contributions and gets
// space again, a data folder that cannot be written to, and one that becomes read-only while it is served. Needs root
// to mount small file systems; without it the parts that need them are named and skipped. Source:
// docs/rules/promises.md, "Books and data".
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startProduct, type Product, type ProductOptions } from '../e2e/support/product.ts'
import { openAcknowledgementLog } from './support/acknowledged.ts'
import { campaignStart, makeClub } from './support/club.ts'
import { readRows } from './support/database.ts'
import { holdBooks } from './support/hold-books.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { openVerdict } from './support/verdict.ts'
import { openWishes, type Wishes } from './support/wishes.ts'

const diskMegabytes = 400
/** Less than a segment of PostgreSQL's log, so that the next one finds no space. */
const leftKilobytes = 3_000
const payersAtOnce = 4
const environment = { CLUBFOLIO_MARKET_INSTRUMENTS: '10' }

const { rounds, seed } = readCampaignOptions(3)
const random = seededRandom(seed)
const verdict = openVerdict()
const isRoot = process.getuid?.() === 0
const mounted: string[] = []

try {
  await secondServer()
  if (isRoot) {
    await fullDisk()
    await readOnlyFolder()
  } else {
    verdict.figure('left out', 'full disk and read-only folder: only root can mount a small file system')
  }
} finally {
  for (const path of mounted) execFileSync('umount', ['-l', path])
}
verdict.end()

/** Starts what must be refused, and returns the message. */
async function refusedStart(options: ProductOptions): Promise<string> {
  try {
    const product = await startProduct(options)
    await product.end()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function expectSentence(words: string, sentence: RegExp, what: string): void {
  verdict.expect(
    /Clubfolio did not start\.\n/.test(words) && sentence.test(words),
    `${what}: ${words || 'the start was not refused'}`,
  )
  verdict.expect(!/\n\s+at /.test(words), `${what}: a stack trace: ${words}`)
}

/** Clients that contribute until they are stopped; rejected contributions stay open. */
function payIn(wishes: Wishes): () => Promise<void> {
  const over = new AbortController()
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) if (!(await wishes.send(wishes.entry(false)))) await delay(100)
  }
  const clients = Array.from({ length: payersAtOnce }, work)
  return async () => {
    over.abort()
    await Promise.all(clients)
  }
}

async function secondServer(): Promise<void> {
  const product = await startProduct({ environment })
  const club = await makeClub(product, { accountCount: 1, memberCount: 2 })
  const log = openAcknowledgementLog()
  const wishes = openWishes(club, random, log)
  const stopPaying = payIn(wishes)
  for (let round = 1; round <= rounds; round++) {
    expectSentence(
      await refusedStart({ dataDirectory: product.dataDirectory, environment }),
      /data folder .+ is in use by another Clubfolio server \(process \d+\)/,
      'a second server',
    )
  }
  await stopPaying()
  verdict.expect(
    wishes.met.size === 0,
    `the first server was harmed by the second: ${[...wishes.met.keys()].join(', ')}`,
  )
  await holdBooks(product.dataDirectory, log.read(), verdict)
  verdict.figure(`second servers refused beside ${log.read().length} contributions, none of them harmed`, rounds)
  await product.stop()
  log.remove()
}

function mountDisk(): string {
  const path = mkdtempSync(join(tmpdir(), 'clubfolio-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=755`, 'tmpfs', path])
  mounted.push(path)
  return path
}

async function fullDisk(): Promise<void> {
  const disk = mountDisk()
  const dataDirectory = join(disk, 'data')
  const ballast = join(disk, 'ballast')
  let product = await startProduct({ dataDirectory, environment })
  const club = await makeClub(product, { accountCount: 1, memberCount: 3 })
  const log = openAcknowledgementLog()
  const wishes = openWishes(club, random, log)
  for (let round = 1; round <= rounds; round++) {
    const stopPaying = payIn(wishes)
    await delay(500)
    const before = log.read().length
    fill(disk, ballast)
    // Nothing fails until the database's log needs its next segment; then every contribution is refused.
    const refusals = (): number =>
      [...wishes.met].reduce((sum, [words, count]) => (words.startsWith('0 ') ? sum : sum + count), 0)
    const refusedBefore = refusals()
    const isFull = (): boolean => refusals() > refusedBefore
    for (const untilMs = performance.now() + 60_000; !isFull() && performance.now() < untilMs; await delay(100))
      await readRows(dataDirectory, 'select pg_switch_wal()').catch(() => undefined)
    await delay(1_000)
    await stopPaying()
    verdict.expect(isFull(), `round ${round}: a full disk refused nothing`)
    const health = await fetch(`${product.origin}/health`).then(
      (answer) => answer.status,
      () => 0,
    )
    rmSync(ballast)
    console.log(
      `round ${round}: ${log.read().length - before} acknowledged until the disk was full, ${wishes.open.size} refused, health ${health} while full`,
    )
    product = await backToWork(product, dataDirectory)
    for (const wish of wishes.open)
      verdict.expect(
        await wishes.insist(wish),
        `round ${round}: a contribution is refused although there is room again`,
      )
    await holdBooks(dataDirectory, log.read(), verdict)
  }
  verdict.figure('full disks', rounds)
  verdict.figure('acknowledged before, between and after, all in the books once', log.read().length)
  verdict.figure('what callers were told', [...wishes.met].map(([words, count]) => `${count} x ${words}`).join(', '))
  verdict.expect(
    [...wishes.met.keys()].every((words) => !words.startsWith('500')),
    'a caller was told of a fault instead of the full disk',
  )
  await product.moveClock('2026-03-06T15:00:00Z')
  const checks = await readRows<{ is_held: boolean; findings: unknown }>(
    dataDirectory,
    `select is_held, findings from fund_check`,
  )
  verdict.expect(
    checks.length === 1 && checks[0]!.is_held,
    `the nightly check after a full disk: ${JSON.stringify(checks)}`,
  )
  await product.end()
  log.remove()
}

/** Writes until only a little space is left, as somebody else's log or upload would. */
function fill(disk: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftKilobytes * 1024)))
}

/** Returns the running product once it is healthy; where it has exited, starts it again, as its operator would. */
async function backToWork(product: Product, dataDirectory: string): Promise<Product> {
  const { ports } = product
  for (const untilMs = performance.now() + 30_000; performance.now() < untilMs; await delay(200)) {
    const hasEnded = await Promise.race([product.ended.then(() => true), delay(0, false)])
    if (hasEnded) {
      const words = product.output()
      verdict.figure('a server that a full disk ended said', words.trim().split('\n').at(-1) ?? '')
      return startProduct({ dataDirectory, environment: { ...environment, CLUBFOLIO_NOW: campaignStart }, ports })
    }
    if (
      await fetch(`${product.origin}/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return product
  }
  throw new Error(`The product is not well half a minute after there is room:\n${product.output()}`)
}

async function readOnlyFolder(): Promise<void> {
  const disk = mountDisk()
  const dataDirectory = join(disk, 'data')
  const product = await startProduct({ dataDirectory, environment })
  const club = await makeClub(product, { accountCount: 1, memberCount: 1 })
  const log = openAcknowledgementLog()
  const wishes = openWishes(club, random, log)
  for (let count = 0; count < 5; count++) await wishes.send(wishes.entry(false))
  await product.end()
  execFileSync('mount', ['-o', 'remount,ro', disk])
  expectSentence(
    await refusedStart({ dataDirectory, environment }),
    /cannot be written to/,
    'a data folder on a disk that is read-only',
  )
  expectSentence(
    await refusedStart({ dataDirectory: join(disk, 'new'), environment }),
    /cannot be written to/,
    'a new data folder on a disk that is read-only',
  )
  execFileSync('mount', ['-o', 'remount,rw', disk])
  const again = await startProduct({ dataDirectory, environment: { ...environment, CLUBFOLIO_NOW: campaignStart } })
  await holdBooks(dataDirectory, log.read(), verdict)
  await again.end()
  verdict.figure('starts on a read-only disk, refused with a sentence', 2)
  log.remove()
}
