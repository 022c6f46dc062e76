// Records the answer to a valid request for every route, as every kind of visitor, so that two versions of the server
// can be compared byte by byte: routes that only read, then all others, then those that only read again. Writes one line
// of JSON per answer to answers.jsonl in `--folder`, or in a temporary folder. Ids, tokens and ports differ in every run
// and become numbers in their order of appearance. Two recordings of the same version find the answers that vary for
// other reasons.
// Compare with `node scripts/compare-answers.mjs BEFORE AFTER [BEFORE-AGAIN]`.
import './support/seeded-crypto.ts'
import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillPath, routeList, type NamedRoute } from '../packages/contract/src/index.ts'
import { demonstrationPassword } from '../packages/server/src/demonstration/seed-demonstration.ts'
import { fillSimulatedMarket } from '../packages/server/src/features/market/fill-simulated-market.ts'
import { makeVisitors, type BadVisitor } from '../packages/server/src/testing/bad-input/attacked-installation.ts'
import { transactionFilter } from '../packages/server/src/testing/owned-objects.ts'
import { sampleInput } from '../packages/server/src/testing/bad-input/sample-input.ts'
import { startDemonstration, type Demonstration } from '../packages/server/src/testing/demonstration.ts'
import { readCampaignOptions } from './support/options.ts'
import { withTestServer } from './support/test-server.ts'

/** The largest number of choices of a field in the contract: the kinds of alert rules. */
const variants = 6
const hangMs = 30_000

const random =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=127\.0\.0\.1:)\d+|\b[A-Za-z0-9_-]{40,}\b/g
/** Replaces what every run draws at random by its number of appearance in the answer. */
function mask(text: string): string {
  const seen = new Map<string, string>()
  return text.replaceAll(random, (word) => {
    const known = seen.get(word) ?? `<${seen.size + 1}>`
    seen.set(word, known)
    return known
  })
}

type Input = ReturnType<typeof sampleInput>
type Visitor = Omit<BadVisitor, 'name'> & { readonly name: BadVisitor['name'] | 'club' }

interface Recorded {
  /** "manager order.putOrder 0 before": visitor, call, variant of its input, pass. */
  readonly key: string
  readonly status: number
  readonly type: string | null
  readonly disposition: string | null
  readonly body: string
}

const isRead = ({ route }: NamedRoute): boolean => route.method === 'GET' && route.effect === undefined

/** What takes objects, accounts and sessions away from the other effects. */
const isEnd = ({ name }: NamedRoute): boolean =>
  /delete|remove|^end|logout|toggle|enableDisable|pause|reverse/i.test(name)

/** Returns the valid inputs of a route that differ from each other. */
function inputsOf(named: NamedRoute, visitor: Visitor): Input[] {
  const inputs = Array.from({ length: variants }, (_, variant) => sampleInput(named, visitor.words, variant))
  const texts = inputs.map((input) => JSON.stringify(input))
  return inputs.filter((_, index) => texts.indexOf(texts[index]!) === index)
}

/** Knows what samples do not: the visitors' password, and the order that the club placed last. */
async function withKnown(app: Demonstration, input: Input): Promise<Input> {
  const { body } = input
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return input
  const { rows } = await app.services.pool.query<{ id: string }>(
    'select broker_id as id from broker_order order by entered_at desc, broker_id desc limit 1',
  )
  const id = rows[0]?.id ?? '1'
  const known = { password: demonstrationPassword, oldPassword: demonstrationPassword, orderId: id, orderIds: [id] }
  return {
    ...input,
    body: { ...body, ...Object.fromEntries(Object.entries(known).filter(([field]) => field in body)) },
  }
}

async function ask(origin: string, named: NamedRoute, visitor: Visitor, input: Input) {
  const { route } = named
  const response = await fetch(`${origin}${fillPath(route.path, input.params)}`, {
    method: route.method,
    signal: AbortSignal.timeout(hangMs),
    headers: {
      ...(visitor.token === undefined ? {} : { token: visitor.token }),
      ...(route.effect === undefined ? {} : { 'idempotency-key': randomUUID() }),
      ...(route.method === 'POST'
        ? { 'content-type': route.upload ? 'application/octet-stream' : 'application/json' }
        : {}),
    },
    ...(route.method === 'POST' ? { body: JSON.stringify(input.body ?? {}) } : {}),
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function record(app: Demonstration, pass: string, routes: NamedRoute[], visitors: Visitor[]) {
  const answers: Recorded[] = []
  for (const visitor of visitors)
    for (const named of routes)
      for (const [variant, sample] of inputsOf(named, visitor).entries()) {
        const input = await withKnown(app, sample)
        let { response, bytes } = await ask(app.url, named, visitor, input)
        if (response.status === 401 && visitor.token !== undefined) {
          await visitor.renew()
          ;({ response, bytes } = await ask(app.url, named, visitor, input))
        }
        const type = response.headers.get('content-type')
        const isText = type === null || /json|text/.test(type)
        answers.push({
          key: `${visitor.name} ${named.group}.${named.name} ${variant} ${pass}`,
          status: response.status,
          type,
          disposition: response.headers.get('content-disposition'),
          body: isText ? mask(bytes.toString('utf8')) : `${bytes.subarray(0, 4).toString('latin1')} (a file)`,
        })
        await app.services.background.idle()
      }
  return answers
}

/** Returns what the demonstration's club has of each kind, in place of the manager's own objects. */
async function wordsOfClub(app: Demonstration, { words }: Visitor): Promise<Visitor['words']> {
  const first = async (query: string): Promise<string> => {
    const { rows } = await app.services.pool.query<{ found: string }>(query)
    return rows[0]!.found
  }
  const account = await first('select account_id as found from fund_entry group by 1 order by count(*) desc limit 1')
  const of = `where account_id = '${account}'`
  const ids = {
    ...words.ids,
    account,
    accountNumber: await first(`select number as found from account where id = '${account}'`),
    member: await first(
      `select id as found from member where id in (select member_id from fund_entry ${of}) order by first_name limit 1`,
    ),
    entry: await first(`select id as found from fund_entry ${of} order by day desc, amount_cents desc limit 1`),
  }
  return {
    ...words,
    code: 'SPY',
    ids,
    reportFilter: transactionFilter(account) as unknown as Visitor['words']['reportFilter'],
  }
}

const { folder = await mkdtemp(join(tmpdir(), 'clubfolio-answers-')) } = readCampaignOptions(1)
await withTestServer(async () => {
  const app = await startDemonstration({ hasClub: true })
  try {
    await fillSimulatedMarket(app.services)
    const visitors: Visitor[] = await makeVisitors(app, {
      member: await app.signInAs('member'),
      manager: await app.signInAs('manager'),
      administrator: await app.signInAs('administrator'),
    })
    const manager = visitors.find(({ name }) => name === 'manager')!
    visitors.unshift({ ...manager, name: 'club', words: await wordsOfClub(app, manager) })
    const reads = routeList.filter(isRead)
    const effects = routeList.filter((named) => !isRead(named))
    const answers = [
      ...(await record(app, 'before', reads, visitors)),
      ...(await record(
        app,
        'effects',
        effects.filter((named) => !isEnd(named)),
        visitors,
      )),
      ...(await record(app, 'ends', effects.filter(isEnd), visitors)),
      ...(await record(app, 'after', reads, visitors)),
    ]
    await writeFile(join(folder, 'answers.jsonl'), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''))
    const good = answers.filter(({ status }) => status < 400).length
    console.log(
      `${answers.length} answers to ${routeList.length} routes, ${good} of them successes: ${join(folder, 'answers.jsonl')}`,
    )
  } finally {
    await app.stop()
  }
})
process.exit(0)
