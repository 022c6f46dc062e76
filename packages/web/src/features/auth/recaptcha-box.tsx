// Google's reCAPTCHA box, loaded from Google only where the configuration selects it (the page's policy then allows
// it).
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FailedState } from '../../ui/state/failed-state.tsx'

interface Recaptcha {
  readonly ready: (then: () => void) => void
  readonly render: (
    place: HTMLElement,
    options: {
      readonly sitekey: string
      readonly theme: 'light' | 'dark'
      readonly callback: (answer: string) => void
      readonly 'expired-callback': () => void
      readonly 'error-callback': () => void
    },
  ) => number
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

export interface RecaptchaBoxProps {
  readonly siteKey: string
  readonly scriptUrl: string
  readonly onAnswer: (answer: string | undefined) => void
  readonly onRetry: () => void
}

export function RecaptchaBox({ siteKey, scriptUrl, onAnswer, onRetry }: RecaptchaBoxProps) {
  const placeRef = useRef<HTMLDivElement>(null)
  const onAnswerRef = useRef(onAnswer)
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    onAnswerRef.current = onAnswer
  }, [onAnswer])
  useEffect(() => {
    // A box can be rendered only once per element, so each render gets a new element.
    const box = document.createElement('div')
    placeRef.current?.append(box)
    let isGone = false
    loadScript(scriptUrl).then(
      (recaptcha) =>
        recaptcha.ready(() => {
          if (isGone) return
          recaptcha.render(box, {
            sitekey: siteKey,
            theme,
            callback: (answer) => onAnswerRef.current(answer),
            'expired-callback': () => onAnswerRef.current(undefined),
            'error-callback': () => setFailed(true),
          })
        }),
      () => setFailed(true),
    )
    return () => {
      isGone = true
      box.remove()
    }
  }, [scriptUrl, siteKey, theme])
  return (
    <>
      <div ref={placeRef} hidden={hasFailed} />
      {hasFailed ? (
        <FailedState
          title="The human check could not be loaded"
          why="Google reCAPTCHA cannot be reached."
          onRetry={onRetry}
          isRetrying={false}
        />
      ) : null}
    </>
  )
}

let loading: Promise<void> | undefined

async function loadScript(url: string): Promise<Recaptcha> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('the script did not load'))
    })
    document.head.append(script)
  })
  try {
    await loading
    if (!window.grecaptcha) throw new Error('no reCAPTCHA in its script')
    return window.grecaptcha
  } catch (error) {
    loading = undefined
    throw error
  }
}
