// How a member gets their user: the invitation that was sent or can be, and the user who is linked.
// Source: docs/rules/accounts.md, "Inviting a member".
import type { Member, ReadableFund } from '@clubfolio/contract'
import { memberName } from '@clubfolio/domain'
import { Button, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../../ui/confirm.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { formatDay } from '../../../ui/format/date.ts'
import { useReadableFunds } from '../readable-funds.ts'
import { useInviteMember, useUnlinkMember, useWithdrawInvitation } from './api.ts'
import classes from './member.module.css'

export interface MemberSignInProps {
  readonly member: Member
  /** The address in the form differs from the one that the mail would go to. */
  readonly isEmailChanged: boolean
  readonly onUnlinked: () => void
}

export function MemberSignIn({ member, isEmailChanged, onUnlinked }: MemberSignInProps) {
  return (
    <section aria-label="Sign-in of the member" className={classes['invitation']}>
      <Text size="xs" fw={500}>
        Sign-in of the member
      </Text>
      {member.user === null ? (
        <Unlinked member={member} isEmailChanged={isEmailChanged} />
      ) : (
        <Linked member={member} user={member.user} onUnlinked={onUnlinked} />
      )}
    </section>
  )
}

interface LinkedProps extends Pick<MemberSignInProps, 'member' | 'onUnlinked'> {
  readonly user: NonNullable<Member['user']>
}

function Linked({ member, user, onUnlinked }: LinkedProps) {
  const unlink = useUnlinkMember(onUnlinked)
  const ask = async () => {
    const isAccepted = await confirm({
      question: `Do you want to unlink ${user.fullName} from ${memberName(member)}?`,
      consequence: 'They no longer see this part of the fund. Entries and statements stay as they are.',
      accept: 'Unlink',
      isDanger: true,
    })
    if (isAccepted) unlink.mutate(member)
  }
  return (
    <div className={classes['status']}>
      <Text size="sm">{`Linked to ${user.fullName}.`}</Text>
      <Button size="compact-sm" variant="default" loading={unlink.isPending} onClick={() => void ask()}>
        Unlink
      </Button>
    </div>
  )
}

function Unlinked({ member, isEmailChanged }: Omit<MemberSignInProps, 'onUnlinked'>) {
  const funds = (useReadableFunds().data ?? []).filter(({ place }) => place === 'OWNER')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const accountId = chosenId ?? (funds.length === 1 ? funds[0]!.accountId : null)
  const invite = useInviteMember()
  const { invitation } = member
  const reason = obstacleOf({ member, isEmailChanged, fundCount: funds.length, accountId })
  return (
    <>
      <Text size="sm" c={invitation === null ? 'dimmed' : undefined}>
        {describeInvitation(member)}
      </Text>
      <div className={classes['status']}>
        {funds.length > 1 ? (
          <Select
            aria-label="Fund that the member is invited to"
            placeholder="Choose the fund"
            data={funds.map((fund) => ({ value: fund.accountId, label: nameOf(fund) }))}
            value={chosenId}
            onChange={setChosenId}
          />
        ) : null}
        <DisabledReason reason={reason}>
          <Button
            size="compact-sm"
            variant="default"
            loading={invite.isPending}
            onClick={() => accountId !== null && invite.mutate({ id: member.id, accountId })}
          >
            {invitation === null ? 'Send invitation' : 'Send again'}
          </Button>
        </DisabledReason>
        {invitation === null ? null : <WithdrawButton member={member} />}
      </div>
    </>
  )
}

function WithdrawButton({ member }: { readonly member: Member }) {
  const withdraw = useWithdrawInvitation()
  const ask = async () => {
    const isAccepted = await confirm({
      question: `Do you want to withdraw the invitation of ${memberName(member)}?`,
      consequence: 'The link in the mail no longer works. You can invite them again.',
      accept: 'Withdraw',
      isDanger: true,
    })
    if (isAccepted) withdraw.mutate(member.id)
  }
  return (
    <Button size="compact-sm" variant="default" loading={withdraw.isPending} onClick={() => void ask()}>
      Withdraw
    </Button>
  )
}

interface Obstacles {
  readonly member: Member
  readonly isEmailChanged: boolean
  readonly fundCount: number
  readonly accountId: string | null
}

function obstacleOf({ member, isEmailChanged, fundCount, accountId }: Obstacles): string | undefined {
  if (isEmailChanged) return 'Save the new e-mail address first'
  if (member.email === '') return 'Enter an e-mail address and save it first'
  if (fundCount === 0) return 'Link an account first: its fund is what the member is invited to'
  return accountId === null ? 'Choose the fund that the member is invited to' : undefined
}

function describeInvitation({ email, invitation }: Member): string {
  if (invitation === null)
    return (
      'Not invited. An invitation lets the member see their own share and statements, and ask to pay in or take out.' +
      (email === '' ? '' : ` It goes to ${email}.`)
    )
  const sent = `Invited on ${formatDay(invitation.at)} by ${invitation.by}, at ${invitation.email}.`
  return invitation.isOver
    ? `${sent} The link was not used within 7 days and no longer works.`
    : `${sent} The link works once, for 7 days.`
}

const nameOf = ({ club, accountNumber }: ReadableFund): string =>
  club === null ? `Account ${accountNumber}` : `${club} · ${accountNumber}`
