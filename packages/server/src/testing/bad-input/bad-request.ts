// One bad request for a route: its sample with one or several defects in the body, the address, the headers or the
// method.
import { fillPath, type NamedRoute } from '@clubfolio/contract'
import { sampleInput, type Json, type KnownWords } from './sample-input.ts'
import {
  brokenBodies,
  contentTypes,
  heavyValues,
  methods,
  oddHeaders,
  pathValues,
  queryTexts,
  wrongValues,
} from './wrong-values.ts'

export interface BadRequest {
  /** The kind of defect, for statistics. */
  readonly attack: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | undefined
}

type Draft = { -readonly [Key in keyof BadRequest]: BadRequest[Key] }
type Place = readonly (string | number)[]

/** Returns every place of a value in a sample: `['filter', 0, 'selectedItem']`. */
export function placesIn(value: Json, at: Place = []): Place[] {
  if (Array.isArray(value)) return [at, ...value.flatMap((inner, index) => placesIn(inner, [...at, index]))]
  if (typeof value === 'object' && value !== null)
    return [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))]
  return [at]
}

const mark = '«wrong»'

/** Returns the sample as JSON with a raw text in one place. */
export function withRaw(sample: Json, place: Place, raw: string): string {
  if (place.length === 0) return raw
  const changed = structuredClone(sample)
  const holder = place
    .slice(0, -1)
    .reduce<Json>((inner, key) => (inner as Record<string, Json>)[key]!, changed) as Record<string, Json>
  holder[place.at(-1)!] = mark
  return JSON.stringify(changed).replace(`"${mark}"`, () => raw)
}

function without(sample: Json, place: Place): string {
  const changed = structuredClone(sample)
  const holder = place
    .slice(0, -1)
    .reduce<Json>((inner, key) => (inner as Record<string, Json>)[key]!, changed) as Record<string, Json>
  if (place.length > 0) delete holder[place.at(-1)!]
  return JSON.stringify(changed)
}

/** Returns a valid request: the starting point of each bad request. */
export function goodRequest(
  named: NamedRoute,
  words: KnownWords,
  token: string | undefined,
): { request: BadRequest; params: Record<string, string>; body: Json | undefined } {
  const { route } = named
  const { params, body } = sampleInput(named, words)
  const headers = {
    ...(token === undefined ? {} : { token }),
    ...(route.method === 'POST'
      ? { 'content-type': route.upload ? 'application/octet-stream' : 'application/json' }
      : {}),
  }
  return {
    params,
    body,
    request: {
      attack: 'none',
      method: route.method,
      path: fillPath(route.path, params),
      headers,
      body: route.method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
    },
  }
}

/** Returns a bad request for the route, chosen by `random`. */
export function badRequest(
  named: NamedRoute,
  words: KnownWords,
  token: string | undefined,
  random: () => number,
): BadRequest {
  const { request, params, body } = goodRequest(named, words, token)
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)]!
  const draft: Draft = { ...request }
  const sample = body ?? {}
  const inBody: readonly (readonly [number, string, () => void])[] =
    named.route.method !== 'POST' || named.route.upload
      ? []
      : [
          [
            30,
            'wrong value',
            () => {
              draft.body = withRaw(sample, pick(placesIn(sample)), pick(wrongValues))
            },
          ],
          [
            10,
            'two wrong values',
            () => {
              const once = pick(placesIn(sample))
              let text = withRaw(sample, once, pick(wrongValues))
              try {
                const parsed = JSON.parse(text) as Json
                text = withRaw(parsed, pick(placesIn(parsed)), pick(wrongValues))
              } catch {
                // The first value was not JSON: it remains the only one.
              }
              draft.body = text
            },
          ],
          [
            6,
            'missing',
            () => {
              draft.body = without(sample, pick(placesIn(sample)))
            },
          ],
          [
            4,
            'extra key',
            () => {
              draft.body = JSON.stringify(sample)
                .replace(
                  /\}$/,
                  () =>
                    `,${pick(['"__proto__"', '"constructor"', '"extra"', '"id"', '"ownerId"', '"isSystem"', '""', '"\\u0000"', '"\\ud800"', '"a.b"'])}:${pick(wrongValues)}}`,
                )
                .replace('{,', '{')
            },
          ],
          [
            1,
            'heavy value',
            () => {
              draft.body = withRaw(sample, pick(placesIn(sample)), pick(heavyValues))
            },
          ],
          [
            4,
            'broken body',
            () => {
              draft.body = pick(brokenBodies)
            },
          ],
          [
            3,
            'content type',
            () => {
              draft.headers = { ...draft.headers, 'content-type': pick(contentTypes) }
            },
          ],
        ]
  const inUpload: typeof inBody = named.route.upload
    ? [
        [
          10,
          'upload',
          () => {
            draft.body = pick([
              ...brokenBodies,
              'code,day,close\nAAPL,2026-02-30,x\n',
              '\u001f\u008b\u0008\u0000broken',
              'Date,Open,High,Low,Close,Adj Close,Volume\n2026-01-02,1e309,-1,,NaN,0,9e99\n',
              `${'x'.repeat(300_000)}\n`,
            ])
          },
        ],
      ]
    : []
  const names = Object.keys(params)
  const inPath: typeof inBody =
    names.length === 0
      ? []
      : [
          [
            30,
            'path value',
            () => {
              const wrong = pick(names)
              draft.path = named.route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
                name === wrong || random() < 0.1 ? pick(pathValues) : encodeURIComponent(params[name]!),
              )
            },
          ],
        ]
  const anywhere: typeof inBody = [
    [
      3,
      'address',
      () => {
        draft.path += pick(queryTexts)
      },
    ],
    [
      6,
      'headers',
      () => {
        draft.headers = { ...draft.headers, ...pick(oddHeaders) }
      },
    ],
    [
      3,
      'method',
      () => {
        draft.method = pick(methods)
        if (draft.method === 'GET' || draft.method === 'HEAD') draft.body = undefined
      },
    ],
    [
      3,
      'nothing wrong',
      () => {
        draft.headers = { ...draft.headers, 'idempotency-key': `bad-input-${Math.floor(random() * 1e9)}` }
      },
    ],
    [
      1,
      'body with GET',
      () => {
        if (named.route.method === 'GET') draft.body = pick(brokenBodies)
      },
    ],
  ]
  const ways = [...inBody, ...inUpload, ...inPath, ...anywhere]
  let left = random() * ways.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, attack, change] of ways) {
    left -= weight
    if (left >= 0) continue
    change()
    draft.attack = attack
    break
  }
  return draft
}
