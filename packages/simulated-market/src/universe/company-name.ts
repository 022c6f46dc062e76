// Generates company names and codes. A name is a made-up place-like root plus a word of the industry; a code is drawn
// from the letters of the root.

import { bitsAt, pickAt, streamOf } from '../random/draw.ts'
import type { Industry } from './sector.ts'

const FIRST = [
  'Alder',
  'Amber',
  'Arrow',
  'Birch',
  'Bram',
  'Calder',
  'Carrow',
  'Cinder',
  'Copper',
  'Corvin',
  'Dorn',
  'Dray',
  'Elder',
  'Ember',
  'Fen',
  'Finch',
  'Gale',
  'Garn',
  'Glim',
  'Hal',
  'Harrow',
  'Hazel',
  'Heron',
  'Hollin',
  'Ivory',
  'Jasper',
  'Juniper',
  'Kestrel',
  'Kirrin',
  'Lark',
  'Linden',
  'Loch',
  'Maple',
  'Marl',
  'Mead',
  'Merrin',
  'Nettle',
  'Norr',
  'Oaken',
  'Orchard',
  'Osprey',
  'Pell',
  'Pine',
  'Quill',
  'Raven',
  'Rook',
  'Rowan',
  'Sable',
  'Selk',
  'Sorrel',
  'Starling',
  'Tamar',
  'Thistle',
  'Thorn',
  'Umber',
  'Vale',
  'Verd',
  'Wex',
  'Willow',
  'Yar',
] as const

const SECOND = [
  'bank',
  'beck',
  'bourne',
  'bridge',
  'bury',
  'combe',
  'crest',
  'croft',
  'dale',
  'dene',
  'fall',
  'field',
  'ford',
  'garth',
  'gate',
  'grove',
  'haven',
  'hithe',
  'holm',
  'hurst',
  'lake',
  'land',
  'ley',
  'march',
  'mere',
  'mont',
  'moor',
  'more',
  'ness',
  'point',
  'ridge',
  'rock',
  'shaw',
  'stead',
  'stow',
  'thwaite',
  'vale',
  'wick',
  'wood',
  'worth',
] as const

const LEGAL_FORMS = ['Inc.', 'Inc.', 'Inc.', 'Corp.', 'Corp.', 'Co.', 'Group', 'Holdings'] as const

/** Returns every root in an order specific to the seed; neighbours have nothing in common. */
export function rootsOf(seed: string): string[] {
  const stream = streamOf(seed, 'roots')
  const roots: { root: string; order: number }[] = []
  for (const first of FIRST) {
    for (const second of SECOND) {
      if (first.toLowerCase().endsWith(second) || first.at(-1) === second[0]) continue
      roots.push({ root: first + second, order: bitsAt(stream, roots.length) })
    }
  }
  return roots.sort((one, other) => one.order - other.order || (one.root < other.root ? -1 : 1)).map(({ root }) => root)
}

export interface NameCompanyOptions {
  readonly seed: string
  readonly key: string
  readonly taken: Set<string>
}

/** Returns the full name, e.g. "Alderholm Software Inc."; `taken` ensures that no two companies share one. */
export function nameCompany(root: string, industry: Industry, { seed, key, taken }: NameCompanyOptions): string {
  const stream = streamOf(seed, `name/${key}`)
  for (let attempt = 0; ; attempt += 1) {
    const word = industry.words[pickAt(stream, attempt * 2, industry.words.length)] ?? 'Industries'
    const form = LEGAL_FORMS[pickAt(stream, attempt * 2 + 1, LEGAL_FORMS.length)] ?? 'Inc.'
    const name = `${root} ${word} ${form}`
    if (!taken.has(name)) {
      taken.add(name)
      return name
    }
    if (attempt > 1_000) throw new Error(`No free name is left for ${root}`)
  }
}

/**
 * Returns a code of three to five capital letters in the order of the root's letters, distinct from all `taken` ones.
 */
export function codeCompany(root: string, seed: string, key: string, taken: Set<string>): string {
  const stream = streamOf(seed, `code/${key}`)
  const letters = root.toUpperCase()
  for (let attempt = 0; ; attempt += 1) {
    const length = attempt > 200 ? 5 : ([3, 4, 4, 4][pickAt(stream, attempt * 8, 4)] ?? 4)
    let code = letters.slice(0, 1)
    let from = 1
    for (let place = 1; place < length && from < letters.length; place += 1) {
      const left = letters.length - from - (length - place - 1)
      from += pickAt(stream, attempt * 8 + place, Math.max(1, Math.min(left, 4)))
      code += letters.slice(from, from + 1)
      from += 1
    }
    if (attempt > 400) code = code.slice(0, 4) + String.fromCharCode(65 + pickAt(stream, attempt * 8 + 7, 26))
    if (code.length >= 3 && !taken.has(code)) {
      taken.add(code)
      return code
    }
    if (attempt > 5_000) throw new Error(`No free code is left for ${root}`)
  }
}
