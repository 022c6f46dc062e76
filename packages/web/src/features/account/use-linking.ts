// Linking and renewing through the broker's page: opens the popup, polls for the code every 500 ms, closes the popup
// and submits the code. A closed popup is said in the dialog and ends nothing, because the broker's page may sever the
// opener relation; only Cancel or expiry does.
import type { Account, Brokerage } from '@clubfolio/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { showToast } from '../../ui/toast.tsx'
import { fetchAuthorisation, useFinishLinking, type LinkTarget } from './api.ts'
import { endLinkAttempt, keepAttempt, pollAttempt, pollMs, type Poll } from './linking.ts'

export interface Linking {
  /** Undefined while no attempt is under way. */
  readonly attempt: Attempt | undefined
  /** Links new accounts at a brokerage, in a click. */
  readonly link: (brokerage: Brokerage) => void
  /** Renews the access to an account, in a click. */
  readonly renew: (account: Account) => void
  readonly cancel: () => void
  /** Opens the page of the broker again, in a click; returns whether the browser allowed its window. */
  readonly reopen: () => boolean
}

export interface Attempt {
  readonly target: LinkTarget
  readonly step: 'asking' | 'waiting' | 'saving'
  /** Absent while the address is being fetched. */
  readonly authoriseUrl?: string
  /** The browser blocked the popup; the dialog offers the page as a link. */
  readonly isBlocked: boolean
  /** The popup is closed, or its page severed it from this one. */
  readonly isClosed?: boolean
}

/** A popup that closes by itself has left its code by then. */
const closedPolls = 4

export const popupName = 'clubfolio-broker'
const popupFeatures = 'popup,width=560,height=760'

const words: Record<Exclude<Poll['kind'], 'waiting' | 'code'>, string> = {
  denied: 'You denied the access on the page of the brokerage. Nothing was linked.',
  expired: 'The ten minutes for this attempt are over. Start again when you are ready.',
  takenOver: 'Linking continues in another window or tab of this browser.',
}

export function useLinking(): Linking {
  const [attempt, setAttempt] = useState<Attempt>()
  const popupRef = useRef<Window | null>(null)
  const stateRef = useRef<string | undefined>(undefined)
  /** Counts starts and ends, so that an address arriving after Cancel is ignored. */
  const turnRef = useRef(0)
  const finish = useFinishLinking()
  const { mutateAsync } = finish

  const end = useCallback(() => {
    turnRef.current += 1
    popupRef.current?.close()
    popupRef.current = null
    if (stateRef.current !== undefined) endLinkAttempt(localStorage, stateRef.current)
    stateRef.current = undefined
    setAttempt(undefined)
  }, [])

  const start = useCallback(
    (target: LinkTarget) => {
      // Opened in the click handler itself, because browsers block popups that open later; the address follows.
      const popup = window.open('', popupName, popupFeatures)
      popupRef.current = popup
      turnRef.current += 1
      const turn = turnRef.current
      setAttempt({ target, step: 'asking', isBlocked: popup === null })
      void (async () => {
        try {
          const { token, authoriseUrl } = await fetchAuthorisation(target)
          if (turnRef.current !== turn) return
          keepAttempt(localStorage, token, Date.now())
          stateRef.current = token
          if (popup && !popup.closed) popup.location.replace(authoriseUrl)
          setAttempt({ target, step: 'waiting', authoriseUrl, isBlocked: popup === null })
        } catch {
          // The failure listener has shown the error.
          if (turnRef.current === turn) end()
        }
      })()
    },
    [end],
  )

  const link = useCallback((brokerage: Brokerage) => start({ brokerage }), [start])
  const renew = useCallback((renewing: Account) => start({ renewing }), [start])

  const authoriseUrl = attempt?.authoriseUrl
  const reopen = useCallback(() => {
    const popup = authoriseUrl === undefined ? null : window.open(authoriseUrl, popupName, popupFeatures)
    if (!popup) return false
    popupRef.current = popup
    setAttempt((before) => before && { ...before, isBlocked: false, isClosed: false })
    return true
  }, [authoriseUrl])

  const target = attempt?.target
  const isWaiting = attempt?.step === 'waiting'
  useEffect(() => {
    if (!isWaiting || !target) return undefined
    const save = async (code: string, token: string) => {
      try {
        const { message } = await mutateAsync({ target, code, token })
        showToast({ tone: 'success', title: 'Success', message })
      } catch {
        // The failure listener has shown the error.
      }
      end()
    }
    let closedCount = 0
    const look = () => {
      const token = stateRef.current
      if (token === undefined) return
      const found = pollAttempt(localStorage, token, Date.now())
      if (found.kind === 'waiting') {
        closedCount = popupRef.current?.closed ? closedCount + 1 : 0
        if (closedCount === closedPolls) setAttempt((before) => before && { ...before, isClosed: true })
        return
      }
      // Immediately, not with the next render: on a busy machine another poll would find the attempt gone and report it
      // as taken over.
      clearInterval(timer)
      if (found.kind !== 'code') {
        end()
        showToast({
          tone: found.kind === 'takenOver' ? 'info' : 'error',
          title: 'renewing' in target ? 'Access not renewed' : 'Not linked',
          message: words[found.kind],
        })
        return
      }
      popupRef.current?.close()
      setAttempt((before) => before && { ...before, step: 'saving' })
      void save(found.code, token)
    }
    const timer = setInterval(look, pollMs)
    return () => clearInterval(timer)
  }, [isWaiting, target, mutateAsync, end])

  useEffect(
    () => () => {
      popupRef.current?.close()
      if (stateRef.current !== undefined) endLinkAttempt(localStorage, stateRef.current)
    },
    [],
  )

  return { attempt, link, renew, cancel: end, reopen }
}
