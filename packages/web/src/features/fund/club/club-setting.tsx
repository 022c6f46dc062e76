// What papers and mails of the fund carry: the club's name, logo, address and text, with the head of a paper beside
// them as it will be.
import { clubRoutes, type FundClub } from '@clubfolio/contract'
import { Button, FileButton, Skeleton, Textarea, TextInput } from '@mantine/core'
import { confirm } from '../../../ui/confirm.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useChangeLogo, useClub, useSaveClub } from './club-api.ts'
import { PaperPreview } from './paper-preview.tsx'
import classes from './club.module.css'
import fundClasses from '../fund.module.css'

const schema = clubRoutes.saveClub.body.pick({ name: true, address: true, text: true })

interface ClubValues {
  readonly name: string
  readonly address: string
  readonly text: string
}

export function ClubSetting({ accountId }: { readonly accountId: string }) {
  const club = useClub(accountId)
  return (
    <section aria-label="Club">
      <h3 className={fundClasses['heading']}>Club</h3>
      {club.isError ? (
        <FailedQuery query={club} title="The club could not be loaded" />
      ) : club.data ? (
        <ClubForm club={club.data} />
      ) : (
        <Skeleton height={220} />
      )}
    </section>
  )
}

function ClubForm({ club }: { readonly club: FundClub }) {
  const saved: ClubValues = { name: club.name ?? '', address: club.address, text: club.text }
  const form = useCheckedForm<ClubValues>({
    initialValues: saved,
    schema,
    toInput: ({ name, ...values }) => ({ ...values, name: name.trim() === '' ? null : name }),
  })
  const save = useSaveClub(club.accountId)
  const { name, address, text } = form.values
  const isChanged = name.trim() !== saved.name || address.trim() !== saved.address || text.trim() !== saved.text
  const submit = form.submit(() =>
    save.mutateAsync({ name: name.trim() === '' ? null : name.trim(), address: address.trim(), text: text.trim() }),
  )
  return (
    <div className={classes['club']}>
      <div className={classes['inputs']}>
        <form className={classes['form']} noValidate onSubmit={submit}>
          <TextInput label="Club name" placeholder="None" {...form.textField('name')} />
          <TextInput
            label="Address"
            description="One line, such as street, town, e-mail."
            placeholder="None"
            {...form.textField('address')}
          />
          <Textarea
            label="Text for documents"
            description="At the end of papers and mails: a bank account, a legal notice."
            placeholder="None"
            autosize
            minRows={2}
            maxRows={6}
            {...form.textField('text')}
          />
          <DisabledReason
            reason={
              isChanged
                ? form.openCount > 0
                  ? 'Correct the marked fields first'
                  : undefined
                : 'Change something first'
            }
          >
            <Button type="submit" variant="default" loading={save.isPending}>
              Save
            </Button>
          </DisabledReason>
        </form>
        <Logo club={club} />
      </div>
      <PaperPreview club={{ ...club, name: name.trim() === '' ? null : name.trim(), address, text }} />
    </div>
  )
}

function Logo({ club }: { readonly club: FundClub }) {
  const change = useChangeLogo(club.accountId)
  const remove = async () => {
    const isAccepted = await confirm({
      question: 'Do you want to remove the logo?',
      consequence: 'Papers that are made from now on have none. Those that were made before keep theirs.',
      accept: 'Remove',
      isDanger: true,
    })
    if (isAccepted) change.mutate(null)
  }
  return (
    <div className={classes['logo']}>
      <div className={classes['act']}>
        <FileButton accept="image/png,image/jpeg" onChange={(file) => file && change.mutate(file)}>
          {(props) => (
            <Button variant="default" loading={change.isPending} {...props}>
              {club.logo === null ? 'Upload logo' : 'Replace logo'}
            </Button>
          )}
        </FileButton>
        {club.logo === null ? null : (
          <Button variant="subtle" disabled={change.isPending} onClick={() => void remove()}>
            Remove logo
          </Button>
        )}
      </div>
      {change.data === undefined ? (
        <p className={classes['note']}>PNG or JPEG, at most 1 MB. New papers carry it as soon as it is uploaded.</p>
      ) : (
        <p role="alert" className={classes['fault']}>
          {change.data}
        </p>
      )}
    </div>
  )
}
