// A market that arrives symbol by symbol, against the same market that arrives at once: `--rounds` random days (1,000)
// with splits from 2:1 to 100:1 and back, dividends, days without a bar, long and short positions, waiting orders, and
// options without a quote. After each day both books must be identical, line by line.
import { playArrivals } from '../packages/paper-broker/src/testing/arrival-market.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { withTestServer } from './support/test-server.ts'

const { rounds, seed } = readCampaignOptions(1_000)

await withTestServer(async () => {
  const startedMs = Date.now()
  const { days, splits, options, broken } = await playArrivals(rounds, seededRandom(seed))
  for (const what of broken) console.log(what)
  console.log(
    `${days} days, ${splits} splits, ${options} ends of options, ${broken.length} days on which the accounts differed (${Math.round((Date.now() - startedMs) / 1000)} s)`,
  )
  process.exitCode = broken.length === 0 ? 0 : 1
})
