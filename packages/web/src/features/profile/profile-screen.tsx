// User Profile: names, e-mail, phone, password, appearance, active sessions, API tokens, and
// what the user's groups allow.
// Source: docs/rules/access.md, "User profile".
import { Skeleton } from '@mantine/core'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useProfile } from '../../kernel/profile.ts'
import { AppearancePanel } from './appearance-panel.tsx'
import { EmailPanel } from './email-panel.tsx'
import { LinkedSignInPanel } from './linked-sign-in-panel.tsx'
import { NamesPanel } from './names-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { PermissionPanel } from './permission-panel.tsx'
import { PhonePanel } from './phone-panel.tsx'
import classes from './profile.module.css'
import { KnownBrowserPanel } from './known-browser-panel.tsx'
import { SessionPanel } from './session-panel.tsx'
import { TokenPanel } from './token-panel.tsx'
import { WebhookPanel } from './webhook-panel.tsx'
import { SignInMethodPanel } from './sign-in-method-panel.tsx'

export function ProfileScreen() {
  useDocumentTitle('User Profile')
  const read = useProfile()
  const { data: profile, error } = read
  return (
    <div className={classes['page']}>
      <PageHead title="User Profile" fact={profile?.email} />
      {error && !profile ? <FailedQuery query={read} title="Your data could not be read" /> : null}
      <div className={classes['columns']}>
        <div className={classes['column']}>
          {profile ? (
            <NamesPanel key={`${profile.firstName} ${profile.lastName}`} profile={profile} />
          ) : (
            <WaitingPanel title="Names" />
          )}
          {profile ? <EmailPanel profile={profile} /> : <WaitingPanel title="E-mail" />}
          {profile ? <PhonePanel profile={profile} /> : <WaitingPanel title="Phone" />}
        </div>
        <div className={classes['column']}>
          <PasswordPanel />
          <AppearancePanel />
          <PermissionPanel />
        </div>
      </div>
      {profile ? <SignInMethodPanel email={profile.email} /> : <WaitingPanel title="Sign-in methods" />}
      <LinkedSignInPanel />
      <SessionPanel />
      <KnownBrowserPanel />
      <TokenPanel />
      <WebhookPanel />
    </div>
  )
}

function WaitingPanel({ title }: { readonly title: string }) {
  return (
    <Panel title={title} isPadded>
      <Skeleton height={64} />
    </Panel>
  )
}
