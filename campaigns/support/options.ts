// What the caller of a campaign may choose: how long it is and where its randomness begins.
import { parseArgs } from 'node:util'

export { seededRandom } from '../../packages/server/src/testing/seeded-random.ts'

export interface CampaignOptions {
  /** How many rounds, or requests; each campaign says what it counts. */
  readonly rounds: number
  /** Where its randomness begins; the same seed attacks in the same order, at moments the machine decides. */
  readonly seed: number
  /** Which parts of a campaign run; undefined for all. A campaign without parts takes no notice. */
  readonly only: readonly string[] | undefined
  /** A folder on another file system, for campaigns that ask for one; undefined where none is named. */
  readonly folder: string | undefined
}

/**
 * Reads `--rounds N --seed N --only A,B --folder PATH` from the command line and prints the first two, so that a run can be repeated.
 *
 * @throws When a value is no whole number above 0, or an option is unknown.
 * @example `npm run campaign kill -- --rounds 20` answers `{ rounds: 20, seed: 20261122, only: undefined, folder: undefined }`.
 */
export function readCampaignOptions(usualRounds: number): CampaignOptions {
  const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' }, folder: { type: 'string' } } })
  const options = {
    rounds: wholeNumber('rounds', values.rounds, usualRounds), seed: wholeNumber('seed', values.seed, 20_261_122), only: values.only?.split(','), folder: values.folder,
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
