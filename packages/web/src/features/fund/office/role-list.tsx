// The roles in a fund: who has one until when, invitations that are open, and, for the owner, inviting and ending.
import { fundRoleNames, routes, type FundRole, type FundRoleName } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { Button, Select, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../kernel/api.ts'
import { Chip, type ChipTone } from '../../../ui/chip.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useConsequence, useFundRights, WaitNote } from '../book/fund-rights.tsx'
import { useChangeBooks } from '../book/books-api.ts'
import { useRoles } from './office-api.ts'
import classes from '../fund.module.css'

const roleWords: Readonly<Record<FundRoleName, string>> = {
  TREASURER: 'Records entries, matches and statements. Changes no settings and no roles.',
  APPROVER: 'Sees everything and decides what waits for a second person.',
  AUDITOR: 'Sees and exports everything until a last day. Changes nothing.',
}

const schema = z.object({ email: routes.fund.inviteToRole.body.shape.email })

interface InvitationValues {
  readonly email: string
  readonly role: FundRoleName
  readonly lastDay: string | null
}

export function RoleList({ accountId }: { readonly accountId: string }) {
  const roles = useRoles(accountId)
  const { isOwner } = useFundRights()
  return (
    <>
      {isOwner ? <Invitation accountId={accountId} /> : null}
      <section aria-label="Roles">
        <h3 className={classes['heading']}>Who has a role</h3>
        {roles.isError ? (
          <FailedQuery query={roles} title="The roles could not be loaded" />
        ) : !roles.data ? (
          <Skeleton height={60} />
        ) : roles.data.length === 0 ? (
          <p className={classes['none']}>Nobody besides the owner has a role in this fund.</p>
        ) : (
          roles.data.map((role) => <RoleLine key={role.id} accountId={accountId} role={role} />)
        )}
      </section>
    </>
  )
}

function Invitation({ accountId }: { readonly accountId: string }) {
  const form = useCheckedForm<InvitationValues>({
    initialValues: { email: '', role: 'TREASURER', lastDay: null },
    schema,
    toInput: ({ email }) => ({ email }),
    ownErrors: ({ role, lastDay }) => ({
      lastDay: role === 'AUDITOR' && lastDay === null ? 'Choose the last day of the auditor.' : undefined,
    }),
    refusalFields: { roleOfOwner: 'email', roleGiven: 'email', roleLastDayPast: 'lastDay' },
  })
  const change = useChangeBooks(() => form.clear('email'))
  const { role } = form.values
  const invite = form.submit(({ email, lastDay }) => {
    const body = { accountId, email: email.trim(), role, lastDay: role === 'AUDITOR' ? lastDay : null }
    return change.mutateAsync(() => api.fund.inviteToRole({ body }, { inForm: true }))
  })
  return (
    <section>
      <h3 className={classes['heading']}>Invite somebody</h3>
      <form className={classes['fields']} noValidate onSubmit={invite}>
        <TextInput label="E-mail" withAsterisk autoComplete="off" {...form.textField('email')} />
        <Select
          label="Role"
          allowDeselect={false}
          data={keysOf(fundRoleNames).map((name) => ({ value: name, label: fundRoleNames[name] }))}
          {...form.field('role')}
        />
        {role === 'AUDITOR' ? <DayPicker label="Last day" isRequired {...form.field('lastDay')} /> : null}
        <DisabledReason reason={form.openCount === 0 ? undefined : 'Enter the e-mail address and the role'}>
          <Button type="submit" loading={change.isPending}>
            Send invitation
          </Button>
        </DisabledReason>
      </form>
      <p className={classes['none']}>
        {`${roleWords[role]} The link in the mail works once, for 7 days, for the user of that address.`}
      </p>
      <WaitNote />
    </section>
  )
}

const stateChips: Readonly<Record<FundRole['state'], readonly [string, ChipTone]>> = {
  INVITED: ['Invited', 'info'],
  IN_FORCE: ['In force', 'profit'],
  LAPSED: ['Lapsed', 'warn'],
}

function RoleLine({ accountId, role }: { readonly accountId: string; readonly role: FundRole }) {
  const [lastDay, setLastDay] = useState(role.lastDay)
  const [isChanging, setChanging] = useState(false)
  const change = useChangeBooks(() => setChanging(false))
  const { isOwner } = useFundRights()
  const consequence = useConsequence()
  const { id, name, email, state } = role
  const [words, tone] = stateChips[state]
  const who = name ?? email
  const end = async () => {
    const isAccepted = await confirm({
      question:
        name === null ? `Do you want to take the invitation of ${email} back?` : `Do you want to remove ${name}?`,
      consequence: consequence(
        name === null ? 'The link in the mail no longer works.' : 'From then on they have no access to this fund.',
      ),
      accept: name === null ? 'Take back' : 'Remove',
      isDanger: true,
    })
    if (isAccepted) change.mutate(() => api.fund.endRole({ body: { accountId, id } }))
  }
  return (
    <div className={classes['role']}>
      <span>
        {who}
        {name === null ? null : <span className={classes['dimmed']}>{` · ${email}`}</span>}
      </span>
      <span>{fundRoleNames[role.role]}</span>
      <Chip tone={tone}>{words}</Chip>
      {role.lastDay === null || isChanging ? null : <span>{`until ${role.lastDay}`}</span>}
      {isOwner && isChanging ? (
        <>
          <DayPicker label={`Last day of ${who}`} value={lastDay} onChange={setLastDay} />
          <DisabledReason reason={lastDay === null || lastDay === role.lastDay ? 'Choose another day' : undefined}>
            <Button
              size="compact-sm"
              loading={change.isPending}
              onClick={() =>
                lastDay !== null && change.mutate(() => api.fund.setLastDay({ body: { accountId, id, lastDay } }))
              }
            >
              Save
            </Button>
          </DisabledReason>
          <Button size="compact-sm" variant="default" onClick={() => setChanging(false)}>
            Cancel
          </Button>
        </>
      ) : null}
      {isOwner && !isChanging && role.lastDay !== null ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Change the last day of ${who}`}
          onClick={() => setChanging(true)}
        >
          Last day
        </Button>
      ) : null}
      {isOwner && !isChanging ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={name === null ? `Take the invitation of ${email} back` : `Remove ${name}`}
          loading={change.isPending}
          onClick={() => void end()}
        >
          {name === null ? 'Take back' : 'Remove'}
        </Button>
      ) : null}
    </div>
  )
}
