// State that a module keeps between two users would be visible to the second. This test lists all module-level state of
// the page.
import { expect, test } from 'vitest'
import { createUserStore, forgetUser } from './store.ts'

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.{ts,tsx}', '!../testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** State that does not belong to a user, or is cleared in some other way. */
const others: Readonly<Record<string, string>> = {
  'app/worker-registration.ts waitingWorker': 'of the application, the same for everybody',
  'features/auth/recaptcha-box.tsx loading': 'a script of the page',
  'app/shell/held-typing.ts isFieldThere': 'of the palette that is open',
  'app/shell/held-typing.ts text': 'ends with the palette',
  'app/shell/session-keeper.ts watch': 'ends with the session by itself',
  'kernel/chart-drafts.ts openCharts': 'charts of the page',
  'kernel/effect/pending-effects.ts lazyRunner': "shows and asks about the signed-in user's entries alone",
  'kernel/palette-source.ts paletteSources': 'what the page can look for',
  'kernel/preference.ts saveTimer': 'saves nothing without a session',
  'kernel/push-state.ts pushIsLive': 'follows the feed, which ends with the session',
  'kernel/query-client.ts hadKept': 'follows a store of the user',
  'kernel/query-client.ts lookTimer': 'follows a store of the user',
  'kernel/query-client.ts wasPaused': 'whether the page waits',
  'kernel/quote.ts sight': 'watches elements of the page',
  'kernel/session.ts endElsewhere': 'of one event',
  'kernel/typed-text.ts touched': 'fields of the page',
  'ui/confirm.tsx listeners': 'parts of the page',
  'ui/confirm.tsx queue': 'forgetUserAtEnd',
  'ui/toast.tsx listeners': 'parts of the page',
  'ui/toast.tsx shown': 'forgetUserAtEnd',
  'ui/unsaved-work.ts asked': 'ends with its question',
  'ui/unsaved-work.ts held': 'forgetUserAtEnd',
  'ui/use-front-dialog.ts listeners': 'parts of the page',
  'ui/use-front-dialog.ts open': 'dialogs of the page',
}

/**
 * Matches declarations at the start of a line: a `let`, or a `const` initialized with a store, a Map, a Set or an empty
 * list.
 */
const held =
  /^(?:export )?(?:let (\w+)|const (\w+)(?::[^=\n]*)? = (?:createStore\b|new (?:Map|Set)(?:<[^\n]*>)?\(\)|\[\]$))/gm

test('every module forgets what belongs to a user', () => {
  const placeOf = (path: string) => (path.startsWith('./') ? `kernel/${path.slice(2)}` : path.replace('../', ''))
  const found = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(held)].map(([, variable, constant]) => `${placeOf(path)} ${variable ?? constant}`),
  )
  const isEmptyList = (one: string) => /\b(none|no[A-Z]\w*)$/.test(one)
  expect(found.filter((one) => !isEmptyList(one)).toSorted()).toEqual(Object.keys(others).toSorted())
})

test('a store of a user is what it was at first once the user is forgotten', () => {
  const store = createUserStore<readonly string[]>([])
  store.set(['order of the first'])
  forgetUser()
  expect(store.get()).toEqual([])
})
