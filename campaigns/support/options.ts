// The options of a campaign: how long it is, and its random seed.
import { parseArgs } from 'node:util'

export { seededRandom } from '../../packages/server/src/testing/seeded-random.ts'

export interface CampaignOptions {
  /** Number of rounds, or requests; each campaign documents what it counts. */
  readonly rounds: number
  /** The random seed; the same seed attacks in the same order, at moments that depend on the machine. */
  readonly seed: number
  /** The parts of a campaign to run; undefined for all. Campaigns without parts ignore it. */
  readonly only: readonly string[] | undefined
  /** A folder on another file system, for campaigns that need one; undefined if none is given. */
  readonly folder: string | undefined
}

/**
 * Reads `--rounds N --seed N --only A,B --folder PATH` from the command line and prints the first two, so that a run
 * can be repeated.
 *
 * @throws When a value is no whole number above 0, or an option is unknown.
 * @example `npm run campaign kill -- --rounds 20` returns `{ rounds: 20, seed: 20261122, only: undefined, folder:
 * undefined }`.
 */
export function readCampaignOptions(usualRounds: number): CampaignOptions {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      folder: { type: 'string' },
    },
  })
  const options = {
    rounds: wholeNumber('rounds', values.rounds, usualRounds),
    seed: wholeNumber('seed', values.seed, 20_261_122),
    only: values.only?.split(','),
    folder: values.folder,
  }
  console.log(`rounds ${options.rounds}, seed ${options.seed}`)
  return options
}

function wholeNumber(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} takes a whole number above 0, not ${text}.`)
  return value
}
