// Sends every effect of the page, once: written down before it leaves, asked about by its key when no answer arrives, and told only
// when its fate is known. Equal content joins the request whose fate is still open. Knows no browser; what it needs comes in.
import { ApiError, type EffectCall, type RequestOutcome, uncertainRefusals } from '@clubfolio/contract'
import { contentText } from '../content-text.ts'
import type { EffectEnding, EffectJournal, JournalEntry } from './effect-journal.ts'
import { describeEffect, fateWords } from './effect-words.ts'

/** `sending`: its answer may still arrive. `asking`: it did not. The others are how it ended. */
export type EffectState = 'sending' | 'asking' | 'done' | 'not-done' | 'unknown'

export interface ShownEffect {
  readonly entry: JournalEntry
  readonly state: EffectState
  /** What a person reads. */
  readonly words: string
}

export interface EffectRunnerParts {
  readonly journal: EffectJournal
  readonly userId: () => string | undefined
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  readonly newKey: () => string
  readonly settle: (entry: JournalEntry) => Promise<RequestOutcome>
  /** The answer of a call as its caller knows it. */
  readonly decode: (entry: JournalEntry, reply: unknown) => Promise<unknown>
  /** Resolves after `ms`, or sooner when something happens that makes asking worth while: online, visible, signed in. */
  readonly pause: (ms: number) => Promise<void>
  /** Runs `work` once no other tab works on the key. */
  readonly alone: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
  /** Called with everything that is to be seen. */
  readonly show: (effects: readonly ShownEffect[]) => void
  /** An effect whose answer was missed has happened, so that what is shown may be old. */
  readonly onFound: () => void
}

export interface EffectRunner {
  readonly run: (effect: EffectCall, send: (key: string) => Promise<unknown>) => Promise<unknown>
  /** Takes up what the signed-in user's journal still holds. */
  readonly resume: () => void
  /** Takes an ended effect off the screen, for good. */
  readonly dismiss: (key: string) => void
  /**
   * Sends an ended effect once more by `call`, which runs an equal one. When that is refused, the sentence with its draft comes back.
   */
  readonly again: (key: string, call: () => Promise<unknown>) => Promise<void>
}

const offline = 'You are offline. Nothing was sent.'
const toldElsewhere = 'Another tab of this browser sent the same a moment ago and shows what became of it. Nothing was sent from here.'
const firstPauseMs = 1_000
const longestPauseMs = 15_000

interface OpenEffect {
  readonly entry: JournalEntry
  readonly content: string
  readonly outcome: Promise<unknown>
}

export function createEffectRunner(parts: EffectRunnerParts): EffectRunner {
  const { journal } = parts
  const open = new Map<string, OpenEffect>()
  const shown = new Map<string, ShownEffect>()
  /** What is being sent once more, so that a double click is one and is told once it is known. */
  const resent = new Map<string, Promise<void>>()

  const show = (entry: JournalEntry, state: EffectState, reason?: string | null) => {
    shown.set(entry.key, { entry, state, words: fateWords(entry, state, reason) })
    tell()
  }
  const tell = () => parts.show([...shown.values()].filter(({ entry }) => entry.userId === parts.userId()))
  const close = (entry: JournalEntry) => {
    journal.remove(entry)
    open.delete(entry.key)
  }
  /** Asks until it is known; answers what the call answers, and fails when it did not happen. */
  const ask = async (entry: JournalEntry): Promise<unknown> => {
    show(entry, 'asking')
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      // One question after the other is the purpose.
      // oxlint-disable-next-line no-await-in-loop
      const outcome = parts.userId() === entry.userId ? await parts.settle(entry).catch(() => undefined) : undefined
      if (outcome?.fate === 'DONE') return found(entry, outcome)
      if (outcome?.fate === 'NOT_DONE' || outcome?.fate === 'UNKNOWN') return missing(entry, outcome.fate === 'UNKNOWN' ? 'unknown' : 'not-done', outcome.reason)
      if (outcome) show(entry, 'asking', outcome.reason)
      // oxlint-disable-next-line no-await-in-loop
      await parts.pause(pauseMs)
    }
  }
  /** Kept until it is dismissed: a reload must not take away what nobody has read. */
  const end = (entry: JournalEntry, ending: EffectEnding) => {
    journal.write({ ...entry, ending })
    open.delete(entry.key)
    show(entry, ending.state, ending.reason)
  }
  const openOnes = (userId: string) => journal.list(userId).filter(({ ending }) => ending === undefined)
  const found = async (entry: JournalEntry, { reply }: RequestOutcome): Promise<unknown> => {
    end(entry, { state: 'done', reason: messageOf(reply) ?? null })
    parts.onFound()
    return parts.decode(entry, reply)
  }
  const missing = (entry: JournalEntry, state: 'not-done' | 'unknown', reason: string | null): never => {
    end(entry, { state, reason })
    throw new ApiError(409, { code: 409, error: fateWords(entry, state, reason), refusal: state === 'unknown' ? 'requestUnknown' : 'requestWithdrawn' })
  }
  const attempt = async (entry: JournalEntry, effect: EffectCall, send: (key: string) => Promise<unknown>): Promise<unknown> => {
    let reply: unknown
    try {
      reply = await send(entry.key)
    } catch (error) {
      if (!isCertain(error, effect)) return ask(entry)
      settle(entry)
      throw error
    }
    settle(entry)
    return reply
  }
  /** Whoever signed out meanwhile has not seen the answer, and is told at the next sign-in. */
  const settle = (entry: JournalEntry) => {
    if (parts.userId() === entry.userId) close(entry)
    else open.delete(entry.key)
  }
  const track = (entry: JournalEntry, content: string, work: () => Promise<unknown>): Promise<unknown> => {
    const outcome = parts.alone(entry.key, work)
    open.set(entry.key, { entry, content, outcome })
    return outcome
  }
  /** Waits for the tab that sent it, if that is still there; what it has told is not told twice. */
  const askAlone = async (entry: JournalEntry): Promise<unknown> => {
    if (openOnes(entry.userId).some(({ key }) => key === entry.key)) return ask(entry)
    open.delete(entry.key)
    throw new ApiError(409, { code: 409, error: toldElsewhere, refusal: 'requestInFlight' })
  }
  const takeUp = (entry: JournalEntry): Promise<unknown> =>
    open.get(entry.key)?.outcome ?? track(entry, entry.content ?? entry.key, () => askAlone(entry))

  const dismiss = (key: string) => {
    const effect = shown.get(key)
    if (effect) journal.remove(effect.entry)
    shown.delete(key)
    tell()
  }
  const resend = async ({ entry, state }: ShownEffect, call: () => Promise<unknown>): Promise<void> => {
    try {
      await call()
    } catch (error) {
      // From here on it may be sent again.
      resent.delete(entry.key)
      if (!shown.has(entry.key) && !isShown(error)) end(entry, { state: state === 'unknown' ? 'unknown' : 'not-done', reason: error instanceof Error ? error.message : null })
      throw error
    }
  }
  /** The same effect is sent by a form: the offer to send the earlier one again would make a second one. */
  const replaceEnded = ({ userId, content }: JournalEntry) => {
    for (const { entry, state } of shown.values()) {
      const isOffered = state === 'not-done' || (state === 'unknown' && entry.isRepeatable === true)
      if (isOffered && content !== undefined && entry.content === content && entry.userId === userId) dismiss(entry.key)
    }
  }

  return {
    run: (effect, send) => {
      const userId = parts.userId()
      if (userId === undefined) return send(parts.newKey())
      if (!parts.isOnline()) return Promise.reject(new ApiError(0, { code: 0, error: offline }))
      const content = contentOf(effect)
      const same = [...open.values()].find((one) => one.content === content && one.entry.userId === userId)
      if (same) return same.outcome
      const written = openOnes(userId).find((entry) => entry.content === content)
      if (written) return takeUp(written)
      const entry = writeEntry(parts, effect, userId, content)
      replaceEnded(entry)
      return track(entry, content, () => attempt(entry, effect, send))
    },
    resume: () => {
      tell()
      const userId = parts.userId()
      if (userId === undefined) return
      for (const entry of journal.list(userId)) {
        if (entry.ending === undefined) takeUp(entry).catch(() => undefined)
        else if (!shown.has(entry.key)) show(entry, entry.ending.state, entry.ending.reason)
      }
    },
    dismiss,
    again: (key, call) => {
      const effect = shown.get(key)
      const sent = resent.get(key) ?? (effect ? resend(effect, call) : Promise.resolve())
      resent.set(key, sent)
      return sent
    },
  }
}

/** Equal for equal requests, also from two forms that each made a reference of their own. */
function contentOf({ group, name, route, input }: EffectCall): string {
  const body = route.reference === undefined ? input.body : { ...(input.body as object), [route.reference]: undefined }
  return contentText([`${group}.${name}`, { ...input, body }, input.file?.size])
}

function writeEntry({ journal, newKey, nowMs }: EffectRunnerParts, effect: EffectCall, userId: string, content: string): JournalEntry {
  const call = `${effect.group}.${effect.name}`
  const draft = effect.route.upload ? {} : { wire: effect.wire, ...(effect.route.reference === undefined ? {} : { isRepeatable: true as const }) }
  const kept = effect.route.secret ? {} : { content, ...draft }
  const entry: JournalEntry = { userId, key: newKey(), call, what: describeEffect(call, effect.route.secret ? {} : effect.wire), sentAtMs: nowMs(), ...kept }
  journal.write(entry)
  return entry
}

/** The new request has a sentence of its own on the screen, with its draft. */
const isShown = (error: unknown): boolean => error instanceof ApiError && endings.has(error.body.refusal ?? '')
const endings: ReadonlySet<string> = new Set(['requestUnknown', 'requestWithdrawn', 'requestInFlight'])

/** A refusal in our own words, of which nothing can have happened. Whatever else arrives, or nothing, leaves it open. */
function isCertain(error: unknown, { route }: EffectCall): boolean {
  if (!(error instanceof ApiError) || error.body.refusal === undefined) return false
  return !uncertainRefusals.has(error.body.refusal) && !(route.uncertain as readonly string[] | undefined)?.includes(error.body.refusal)
}

function messageOf(reply: unknown): string | undefined {
  const message = typeof reply === 'object' && reply !== null && 'message' in reply ? reply.message : undefined
  return typeof message === 'string' ? message : undefined
}
