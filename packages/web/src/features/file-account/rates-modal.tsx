// Imports a table of daily rates: which currencies lack one, how the table has to look, and what became of its lines.
import type { Account, FileAccountState, RouteReply, Routes } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useState } from 'react'
import { FormModal } from '../../ui/form-modal.tsx'
import { formatCount } from '../../ui/format/number.ts'
import { Modal } from '../../ui/modal.tsx'
import { UploadField } from '../../ui/upload-field.tsx'
import classes from './file-account.module.css'
import { MissingRates } from './missing-rates.tsx'
import { counted } from './statement-words.ts'
import { useUploadRates } from './api.ts'

export interface RatesModalProps {
  readonly account: Account
  readonly missing: FileAccountState['missingRates']
  readonly onClose: () => void
}

type Outcome = RouteReply<Routes['fileAccount']['uploadRates']>

export function RatesModal({ account, missing, onClose }: RatesModalProps) {
  const [file, setFile] = useState<File | null>(null)
  const upload = useUploadRates(account.id)
  const { data, error } = upload
  if (data)
    return (
      <Modal
        isOpen
        onClose={onClose}
        title="Rates imported"
        subject={account.number}
        icon={IconCoins}
        foot={
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        }
      >
        <RatesOutcome outcome={data} />
      </Modal>
    )
  return (
    <FormModal
      title="Import rates"
      subject={account.number}
      icon={IconCoins}
      submit="Import rates"
      openCount={file === null ? 1 : 0}
      isSubmitting={upload.isPending}
      isDirty={file !== null}
      onSubmit={() => file && upload.mutateAsync(file).catch(failureIsShown)}
      onClose={onClose}
    >
      {missing.length > 0 ? (
        <div>
          <MissingRates gaps={missing} currency={account.currency} />
        </div>
      ) : null}
      <p className={classes['note']}>
        {'A CSV table with a day, a currency and a rate in each line. The rate is what one unit of the currency is ' +
          `worth in ${account.currency}: `}
        <code>2024-01-02,{account.currency === 'USD' ? 'EUR' : 'USD'},0.9132</code>. A rate also serves the seven days
        after it that have none.
      </p>
      <UploadField
        label="Table of rates"
        placeholder="Choose a file"
        accept=".csv,.tsv,.txt,.gz,.zip"
        file={file}
        onChoose={(chosen) => {
          setFile(chosen)
          upload.reset()
        }}
        failure={error}
      />
    </FormModal>
  )
}

/** The field shows it. */
const failureIsShown = () => undefined

function RatesOutcome({ outcome }: { readonly outcome: Outcome }) {
  const { added, changed, unchanged, booked, refusedCount, refused } = outcome
  return (
    <>
      <p role="status">
        {`${counted(added, 'rate')} added, ${formatCount(changed)} changed, ${formatCount(unchanged)} already there. ` +
          (booked === 0 ? 'No line was waiting for these rates.' : `${counted(booked, 'line')} that waited now count.`)}
      </p>
      {refusedCount > 0 ? (
        <>
          <p className={classes['fault']}>{`${counted(refusedCount, 'line')} could not be used:`}</p>
          <ul className={classes['plainList']}>
            {refused.map(({ line, reason, content }) => (
              <li key={line}>
                {`Line ${line}: ${reason}`} <code className={classes['wrap']}>{content}</code>
              </li>
            ))}
          </ul>
          {refusedCount > refused.length ? (
            <p className={classes['note']}>{`And ${counted(refusedCount - refused.length, 'more', 'more')}.`}</p>
          ) : null}
        </>
      ) : null}
    </>
  )
}
