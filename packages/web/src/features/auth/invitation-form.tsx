// An invitation. To administer: a new person enters their details and chooses a password, an existing user enters
// theirs. As a user whom an administrator created: they choose their first password. Where a provider is configured,
// a sign-in there takes the place of the password. The code step follows.
import { securityRoutes, type Invitation } from '@clubfolio/contract'
import { Button, PasswordInput, Skeleton } from '@mantine/core'
import { describeOpenFields } from '../../ui/describe-open-fields.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useAcceptInvitation, useInvitation, type CodeStep } from './api.ts'
import classes from './auth.module.css'
import { FormLinks } from './form-links.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { passwordError, useCommonPasswordFault } from './new-password.ts'
import { useOidcProvider } from './oidc-api.ts'
import { PersonFields, personLabels } from './person-fields.tsx'
import { ProviderButton } from './provider-button.tsx'

const { body } = securityRoutes.acceptInvitation
const labels = { ...personLabels, password: 'Password' }
const knownFields = body.pick({ password: true })
const newFields = body.omit({ token: true }).required()

export interface InvitationFormProps {
  readonly token: string
  readonly onCodeStep: (step: CodeStep) => void
  /** The first password of the user with this e-mail address was set. */
  readonly onPassword: (message: string, email: string) => void
  readonly onLogin: () => void
}

export function InvitationForm({ token, onCodeStep, onPassword, onLogin }: InvitationFormProps) {
  const invitation = useInvitation(token)
  const provider = useOidcProvider().data?.provider?.name
  if (invitation.data?.isToAdminister === false) {
    const { email } = invitation.data
    return (
      <NewPasswordForm
        token={token}
        onDone={(message) => onPassword(message, email)}
        onLogin={onLogin}
        hint={
          <>
            Your user is <strong>{email}</strong>. Choose a password
            {provider === undefined ? '' : `, or continue with ${provider} instead`}. Signing in also requires a code.
          </>
        }
        other={<ProviderButton invitation={{ token }} />}
      />
    )
  }
  return (
    <>
      {invitation.data ? <Acceptance token={token} invitation={invitation.data} onCodeStep={onCodeStep} /> : null}
      {invitation.isPending ? <Skeleton height={160} mt={12} /> : null}
      {invitation.error ? (
        <p className={classes['hint']} role="alert">
          {invitation.error.message}
        </p>
      ) : null}
      <FormLinks links={[['Login', onLogin]]} />
    </>
  )
}

function Acceptance({
  token,
  invitation,
  onCodeStep,
}: {
  readonly token: string
  readonly invitation: Invitation
  readonly onCodeStep: (step: CodeStep) => void
}) {
  const { email, isKnown } = invitation
  const commonPasswordFault = useCommonPasswordFault()
  const form = useCheckedForm({
    initialValues: { firstName: '', lastName: '', phoneNumber: '', password: '' },
    schema: isKnown ? knownFields : newFields,
    refusalFields: { wrongPassword: 'password', commonPassword: 'password' },
    // An existing user enters the password they have.
    ownErrors: ({ password }) => passwordError(isKnown ? undefined : commonPasswordFault(password)),
  })
  const accept = useAcceptInvitation(onCodeStep)
  const provider = useOidcProvider().data?.provider?.name
  const { password: _password, ...person } = form.values
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label="Your invitation"
      onSubmit={form.submit(({ password, ...person }) =>
        accept.mutateAsync({ token, password, ...(isKnown ? {} : person) }),
      )}
    >
      <p className={classes['hint']}>
        <strong>{email}</strong> becomes an administrator. {describeTask(isKnown, provider)}
      </p>
      {isKnown ? null : <PersonFields inputProps={(field) => form.textField(field)} />}
      <PasswordInput
        label="Password"
        size="md"
        autoFocus={isKnown}
        autoComplete={isKnown ? 'current-password' : 'new-password'}
        {...(isKnown ? form.textField('password') : form.liveField('password'))}
      />
      <DisabledReason reason={describeOpenFields(form.openNames, form.values, labels)}>
        <Button type="submit" size="md" fullWidth loading={accept.isPending}>
          Accept
        </Button>
      </DisabledReason>
      <ProviderButton
        invitation={isKnown ? { token } : { token, ...person }}
        reason={describeOpenFields(
          form.openNames.filter((name) => name !== 'password'),
          form.values,
          labels,
        )}
      />
    </form>
  )
}

function describeTask(isKnown: boolean, provider: string | undefined): string {
  if (isKnown)
    return provider === undefined
      ? 'Confirm with your password.'
      : `Confirm with your password, or with your sign-in at ${provider} if it is linked to your user.`
  return provider === undefined
    ? 'Enter your details and choose a password.'
    : `Enter your details and choose a password, or continue with ${provider} instead.`
}
