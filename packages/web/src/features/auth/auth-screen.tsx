// The sign-in page: Login, Register, the confirmation code, and the targets of mailed links.
// Source: docs/rules/access.md, "Sign-in".
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { z } from 'zod'
import { findDeepLink } from '../../kernel/deep-link.ts'
import { readLink, type MailedLink } from '../../kernel/mailed-link.ts'
import { session } from '../../kernel/session.ts'
import { signOut } from '../../kernel/sign-out.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { CenteredCard } from '../../ui/centered-card.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import type { CodeStep } from './api.ts'
import { FormLinks } from './form-links.tsx'
import { formTitles } from './form-title.ts'
import { LoginForm } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

const RegisterForm = lazy(() => import('./register-form.tsx').then((module) => ({ default: module.RegisterForm })))
const ForgotPasswordForm = lazy(() =>
  import('./forgot-password-form.tsx').then((module) => ({ default: module.ForgotPasswordForm })),
)
const NewPasswordForm = lazy(() =>
  import('./new-password-form.tsx').then((module) => ({ default: module.NewPasswordForm })),
)
const NewEmailForm = lazy(() => import('./new-email-form.tsx').then((module) => ({ default: module.NewEmailForm })))
const InvitationForm = lazy(() =>
  import('./invitation-form.tsx').then((module) => ({ default: module.InvitationForm })),
)

type Place =
  | { readonly at: 'login' | 'register' | 'forgot' }
  | { readonly at: 'code'; readonly step: CodeStep; readonly isRegistering: boolean }
  | { readonly at: 'link'; readonly link: MailedLink }

const linkTitles = { reset: 'New password', email: 'New e-mail address', invite: 'Your invitation' } as const

/** `?form=register` opens the Register form. */
const SignInAddress = z.object({ form: z.string().optional().catch(undefined) })

export function AuthScreen() {
  const [{ form }] = useUrlState(SignInAddress)
  const [place, setPlace] = useState<Place>(form === 'register' ? { at: 'register' } : { at: 'login' })
  const [email, setEmail] = useState('')
  useMailedLink((link) => setPlace({ at: 'link', link }))
  const title = place.at === 'link' ? linkTitles[place.link.purpose] : formTitles[place.at]
  useDocumentTitle(place.at === 'login' ? 'Sign in' : title)
  return (
    <CenteredCard
      title={title}
      note={
        place.at === 'code' ? `${place.isRegistering ? 'Registering' : 'Signing in as'} ${place.step.email}` : undefined
      }
      isTall={place.at === 'register' || place.at === 'link'}
    >
      <Suspense fallback={null}>
        <PlaceForm place={place} onPlace={setPlace} email={email} onEmail={setEmail} />
      </Suspense>
    </CenteredCard>
  )
}

interface PlaceFormProps {
  readonly place: Place
  readonly onPlace: (place: Place) => void
  /** Restored after a return to Login. */
  readonly email: string
  readonly onEmail: (email: string) => void
}

function PlaceForm({ place, onPlace, email, onEmail }: PlaceFormProps) {
  const router = useRouter()
  const toLogin = () => onPlace({ at: 'login' })
  const goOn = () => router.history.replace(findDeepLink(router.state.location.state, session.user()?.id) ?? '/')
  const toCode = (step: CodeStep, isRegistering = false) => {
    onEmail(step.email)
    onPlace({ at: 'code', step, isRegistering })
  }
  /** A change made through a link ended the sessions on the server, so this browser's session ends too. */
  const afterLink = (message: string, newEmail?: string) => {
    if (session.user()) signOut()
    if (newEmail !== undefined) onEmail(newEmail)
    toLogin()
    showToast({ tone: 'success', title: 'Success', message })
  }
  switch (place.at) {
    case 'login':
      return (
        <>
          <LoginForm email={email} onCodeStep={(step) => toCode(step)} onSignedIn={goOn} />
          <FormLinks
            links={[
              ['Register', () => onPlace({ at: 'register' })],
              ['Forgot password?', () => onPlace({ at: 'forgot' })],
            ]}
          />
        </>
      )
    case 'register':
      return <RegisterForm onCodeStep={(step) => toCode(step, true)} onLogin={toLogin} />
    case 'forgot':
      return <ForgotPasswordForm email={email} onLogin={toLogin} />
    case 'code':
      return (
        <SecondStep
          step={place.step}
          onCodeStep={(step) => toCode(step, place.isRegistering)}
          onLogin={toLogin}
          onSignedIn={goOn}
        />
      )
    case 'link': {
      const { purpose, token } = place.link
      if (purpose === 'reset') return <NewPasswordForm token={token} onDone={afterLink} onLogin={toLogin} />
      if (purpose === 'email') return <NewEmailForm token={token} onDone={afterLink} onLogin={toLogin} />
      return (
        <InvitationForm token={token} onCodeStep={(step) => toCode(step)} onPassword={afterLink} onLogin={toLogin} />
      )
    }
  }
}

/** Removes a link from the address, where it would stay in the history, and hands it over once. */
function useMailedLink(onLink: (link: MailedLink) => void): void {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  useEffect(() => {
    const link = readLink(hash)
    if (!link) return
    onLink(link)
    void navigate({ to: '/auth', hash: 'link', replace: true })
    // The callback changes with every render; a link is handed over only when the address brings one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hash])
}
