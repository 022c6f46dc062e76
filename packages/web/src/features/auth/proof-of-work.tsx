// ALTCHA's widget with our own challenge. It starts automatically. Widget, style and worker are files of this origin,
// so the strict content security policy holds: nothing inline, no eval, nothing from other origins.
import type { CaptchaOffer } from '@clubfolio/contract'
import 'altcha/external'
import 'altcha/altcha.css'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { useEffect, useRef } from 'react'
import { z } from 'zod'

// The widget has no solving algorithm until one is registered.
globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())

/** Two are fast enough and leave a small machine its other cores. */
const workers = 2

const StateChange = z.object({
  state: z.enum(['code', 'error', 'verified', 'verifying', 'unverified', 'expired']),
  payload: z.string().nullish(),
})

export interface ProofOfWorkProps {
  readonly challenge: Extract<CaptchaOffer, { kind: 'ALTCHA' }>['challenge']
  readonly onAnswer: (answer: string | undefined) => void
  /** Called when the challenge has expired, which withdraws the answer: a new challenge is needed. */
  readonly onRetry: () => void
}

export function ProofOfWork({ challenge, onAnswer, onRetry }: ProofOfWorkProps) {
  const placeRef = useRef<HTMLDivElement>(null)
  const callbacks = useRef({ onAnswer, onRetry })
  useEffect(() => {
    callbacks.current = { onAnswer, onRetry }
  })
  useEffect(() => {
    const widget = document.createElement('altcha-widget')
    widget.setAttribute('auto', 'onload')
    widget.setAttribute('language', 'en')
    widget.setAttribute('workers', String(workers))
    widget.setAttribute('challenge', JSON.stringify(challenge))
    widget.setAttribute(
      'configuration',
      JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false, minDuration: 0 }),
    )
    widget.addEventListener('statechange', (event) => {
      // The widget writes an empty direction where it means none.
      widget.querySelector('[dir=""]')?.removeAttribute('dir')
      const { state, payload } = StateChange.parse('detail' in event ? event.detail : undefined)
      callbacks.current.onAnswer(state === 'verified' && payload ? payload : undefined)
      if (state === 'expired') callbacks.current.onRetry()
    })
    placeRef.current?.append(widget)
    return () => widget.remove()
  }, [challenge])
  return <div ref={placeRef} />
}
