// Sends every effect of the page exactly once: journals it before sending, settles it by its key when no answer
// arrives, and reports it only when its fate is known. Equal content joins the request whose fate is still open.
// Independent of the browser; its dependencies are injected.
import { ApiError, type EffectCall, offlineText, type RequestOutcome, uncertainRefusals } from '@clubfolio/contract'
import { fieldsOf } from '../fields-of.ts'
import { contentText } from '../content-text.ts'
import type { EffectEnding, EffectJournal, JournalEntry } from './effect-journal.ts'
import { describeEffect, describeFate } from './effect-words.ts'
import { waitsForApproval } from './waits-for-approval.ts'

/** `sending`: the answer may still arrive. `asking`: it did not. The others are how it ended. */
export type EffectState = 'sending' | 'asking' | 'done' | 'not-done' | 'unknown'

export interface ShownEffect {
  readonly entry: JournalEntry
  readonly state: EffectState
  /** The message shown to the user. */
  readonly words: string
}

export interface EffectRunnerParts {
  readonly journal: EffectJournal
  readonly userId: () => string | undefined
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  /** The currency of an account, for the words about an effect; dollars without it. */
  readonly currencyOf?: (accountId: string) => string
  readonly newKey: () => string
  readonly settle: (entry: JournalEntry) => Promise<RequestOutcome>
  /** Decodes a reply into the value that the caller of this call expects. */
  readonly decode: (entry: JournalEntry, reply: unknown) => Promise<unknown>
  /** Resolves after `ms`, or earlier on an event that makes asking worthwhile: online, visible, signed in. */
  readonly pause: (ms: number) => Promise<void>
  /** Runs `work` exclusively, once no other tab works on the key. */
  readonly alone: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
  /** Called with all effects to show. */
  readonly show: (effects: readonly ShownEffect[]) => void
  /** An effect whose answer was lost did happen, so displayed data may be stale. */
  readonly onFound: () => void
}

export interface EffectRunner {
  readonly run: (effect: EffectCall, send: (key: string) => Promise<unknown>) => Promise<unknown>
  /** Resumes the open and ended effects in the signed-in user's journal. */
  readonly resume: () => void
  /** Removes an ended effect from the screen for good. */
  readonly dismiss: (key: string) => void
  /**
   * Sends an ended effect again through `call`, which runs an equal one, and resolves to its answer. If that is
   * refused, the message returns with its draft.
   */
  readonly again: (key: string, call: () => Promise<unknown>) => Promise<unknown>
}

const toldElsewhere =
  'Another tab of this browser sent the same a moment ago and shows its outcome. Nothing was sent from here.'
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
  /** Effects being sent again, so that a double click sends one request, whose outcome is reported once. */
  const resent = new Map<string, Promise<unknown>>()

  const show = (entry: JournalEntry, state: EffectState, reason?: string | null, isWaiting?: boolean) => {
    shown.set(entry.key, { entry, state, words: describeFate(entry, state, reason, isWaiting) })
    tell()
  }
  const showEnding = (entry: JournalEntry, { state, reason, isWaiting }: EffectEnding) =>
    show(entry, state, reason, isWaiting)
  const tell = () => parts.show([...shown.values()].filter(({ entry }) => entry.userId === parts.userId()))
  const close = (entry: JournalEntry) => {
    journal.remove(entry)
    open.delete(entry.key)
  }
  /** Asks until the fate is known; resolves to the answer of the call, and rejects when the effect did not happen. */
  const ask = async (entry: JournalEntry): Promise<unknown> => {
    show(entry, 'asking')
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      // Requests are deliberately sequential.
      // oxlint-disable-next-line no-await-in-loop
      const outcome = parts.userId() === entry.userId ? await parts.settle(entry).catch(() => undefined) : undefined
      if (outcome?.fate === 'DONE') return found(entry, outcome)
      if (outcome?.fate === 'NOT_DONE' || outcome?.fate === 'UNKNOWN')
        return missing(entry, outcome.fate === 'UNKNOWN' ? 'unknown' : 'not-done', outcome.reason)
      if (outcome) show(entry, 'asking', outcome.reason)
      // oxlint-disable-next-line no-await-in-loop
      await parts.pause(pauseMs)
    }
  }
  /** Keeps the ending until it is dismissed: a reload must not remove an unread message. */
  const end = (entry: JournalEntry, ending: EffectEnding) => {
    journal.write({ ...entry, ending })
    open.delete(entry.key)
    showEnding(entry, ending)
  }
  const openOnes = (userId: string) => journal.list(userId).filter(({ ending }) => ending === undefined)
  const found = async (entry: JournalEntry, { reply }: RequestOutcome): Promise<unknown> => {
    const waiting = waitsForApproval(reply) ? { isWaiting: true as const } : {}
    end(entry, { state: 'done', reason: messageOf(reply) ?? null, ...waiting })
    parts.onFound()
    return parts.decode(entry, reply)
  }
  const missing = (entry: JournalEntry, state: 'not-done' | 'unknown', reason: string | null): never => {
    end(entry, { state, reason })
    throw new ApiError(409, {
      code: 409,
      error: describeFate(entry, state, reason),
      refusal: state === 'unknown' ? 'requestUnknown' : 'requestWithdrawn',
    })
  }
  const attempt = async (
    entry: JournalEntry,
    effect: EffectCall,
    send: (key: string) => Promise<unknown>,
  ): Promise<unknown> => {
    let reply: unknown
    try {
      reply = await send(entry.key)
    } catch (error) {
      // The user cancelled a file on its way. What arrived of it all the same is in the list that it was for.
      if (isCancelled(error)) {
        settle(entry)
        throw error
      }
      if (!isCertain(error, effect)) return ask(entry)
      settle(entry)
      throw error
    }
    settle(entry)
    return reply
  }
  /**
   * If the user has signed out in the meantime, they have not seen the answer; it is reported at their next sign-in.
   */
  const settle = (entry: JournalEntry) => {
    if (parts.userId() === entry.userId) close(entry)
    else open.delete(entry.key)
  }
  const track = (entry: JournalEntry, content: string, work: () => Promise<unknown>): Promise<unknown> => {
    const outcome = parts.alone(entry.key, work)
    open.set(entry.key, { entry, content, outcome })
    return outcome
  }
  /**
   * Waits for the tab that sent the request, if it still exists; an outcome that it has reported is not reported again.
   */
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
  const resend = async ({ entry, state }: ShownEffect, call: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await call()
    } catch (error) {
      // From here on it may be sent again.
      resent.delete(entry.key)
      if (!shown.has(entry.key) && !isShown(error))
        end(entry, {
          state: state === 'unknown' ? 'unknown' : 'not-done',
          reason: error instanceof Error ? error.message : null,
        })
      throw error
    }
  }
  /** Dismisses an ended effect when a form sends the same content: using its offer to send again would duplicate it. */
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
      if (!parts.isOnline()) return Promise.reject(new ApiError(0, { code: 0, error: offlineText }))
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
        else if (!shown.has(entry.key)) showEnding(entry, entry.ending)
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

/** Returns equal text for equal requests, also from two forms that each generated their own reference. */
function contentOf({ group, name, route, input }: EffectCall): string {
  const body = route.reference === undefined ? input.body : { ...fieldsOf(input.body), [route.reference]: undefined }
  return contentText([`${group}.${name}`, { ...input, body }, input.file?.size])
}

function writeEntry(
  { journal, newKey, nowMs, currencyOf }: EffectRunnerParts,
  effect: EffectCall,
  userId: string,
  content: string,
): JournalEntry {
  const call = `${effect.group}.${effect.name}`
  const draft = effect.route.upload
    ? {}
    : { wire: effect.wire, ...(effect.route.reference === undefined ? {} : { isRepeatable: true as const }) }
  const kept = effect.route.secret ? {} : { content, ...draft }
  const entry: JournalEntry = {
    userId,
    key: newKey(),
    call,
    what: describeEffect(call, effect.route.secret ? {} : effect.wire, currencyOf),
    sentAtMs: nowMs(),
    ...kept,
  }
  journal.write(entry)
  return entry
}

/** Returns true when the new request has its own message on screen, with its draft. */
const isShown = (error: unknown): boolean => error instanceof ApiError && endings.has(error.body.refusal ?? '')
const endings: ReadonlySet<string> = new Set(['requestUnknown', 'requestWithdrawn', 'requestInFlight'])

/**
 * Returns true for one of our own refusals, after which nothing can have happened. Any other response, or none, leaves
 * the fate open.
 */
function isCertain(error: unknown, { route }: EffectCall): boolean {
  if (!(error instanceof ApiError) || error.body.refusal === undefined) return false
  return !uncertainRefusals.has(error.body.refusal) && !route.uncertain?.includes(error.body.refusal)
}

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

function messageOf(reply: unknown): string | undefined {
  const message = typeof reply === 'object' && reply !== null && 'message' in reply ? reply.message : undefined
  return typeof message === 'string' ? message : undefined
}
